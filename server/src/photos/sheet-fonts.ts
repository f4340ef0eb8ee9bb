import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNotoFace } from '../platform/pdf/noto-fonts.ts';

const SUBSETS = ['latin', 'cyrillic', 'japanese'] as const;
const WEIGHTS = [400, 700] as const;

/** Unpacks the bundled Noto Sans JP into the folder, once, and returns the font files. */
export async function unpackSheetFonts(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return Promise.all(SUBSETS.flatMap((subset) => WEIGHTS.map((weight) => unpack(folder, subset, weight))));
}

const unpacking = new Map<string, Promise<string[]>>();

/** The same in the folder of pictures, checked on each call because the folder may be emptied; concurrent calls share one check. */
export const unpackedFonts = (cacheDir: string) => (): Promise<string[]> => {
  const folder = join(cacheDir, 'fonts');
  const begun = unpacking.get(folder) ?? unpackSheetFonts(folder).finally(() => unpacking.delete(folder));
  unpacking.set(folder, begun);
  return begun;
};

async function unpack(folder: string, subset: string, weight: 400 | 700): Promise<string> {
  const file = join(folder, `${subset}-${weight}.ttf`);
  if (existsSync(file)) return file;
  const writing = `${file}.${process.pid}`;
  await writeFile(writing, await readNotoFace('noto-sans-jp', subset, weight));
  await rename(writing, file);
  return file;
}
