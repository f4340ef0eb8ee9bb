import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './woff.ts';

const FONTS = ['latin-400', 'latin-700', 'cyrillic-400', 'cyrillic-700', 'japanese-400', 'japanese-700'];

/** Unpacks the bundled Noto Sans JP into the folder, once, and answers the files to render with. */
export async function unpackSheetFonts(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return Promise.all(FONTS.map((name) => unpack(name, join(folder, `${name}.ttf`))));
}

async function unpack(name: string, file: string): Promise<string> {
  if (existsSync(file)) return file;
  const packed = fileURLToPath(import.meta.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${name}-normal.woff`));
  const writing = `${file}.${process.pid}`;
  await writeFile(writing, unpackWoff(await readFile(packed)));
  await rename(writing, file);
  return file;
}
