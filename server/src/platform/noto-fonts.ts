import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './woff.ts';

export type NotoFace = `${'latin' | 'latin-ext' | 'cyrillic' | 'japanese'}-${400 | 700}`;

/** One face of the bundled Noto Sans JP as a TrueType file. */
export async function readNotoFace(face: NotoFace): Promise<Buffer> {
  const packed = fileURLToPath(import.meta.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${face}-normal.woff`));
  return unpackWoff(await readFile(packed));
}
