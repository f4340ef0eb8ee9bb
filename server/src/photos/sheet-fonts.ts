import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NotoFace, readNotoFace } from '../platform/noto-fonts.ts';

const FACES = ['latin-400', 'latin-700', 'cyrillic-400', 'cyrillic-700', 'japanese-400', 'japanese-700'] as const;

/** Unpacks the bundled Noto Sans JP into the folder, once, and answers the files to render with. */
export async function unpackSheetFonts(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return Promise.all(FACES.map((face) => unpack(face, join(folder, `${face}.ttf`))));
}

async function unpack(face: NotoFace, file: string): Promise<string> {
  if (existsSync(file)) return file;
  const writing = `${file}.${process.pid}`;
  await writeFile(writing, await readNotoFace(face));
  await rename(writing, file);
  return file;
}
