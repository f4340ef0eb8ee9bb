import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './woff.ts';

export type NotoFamily = `noto-sans${
  | ''
  | '-arabic'
  | '-armenian'
  | '-bengali'
  | '-ethiopic'
  | '-georgian'
  | '-hebrew'
  | '-jp'
  | '-khmer'
  | '-kr'
  | '-lao'
  | '-myanmar'
  | '-sc'
  | '-sinhala'
  | '-tamil'
  | '-thai'}`;

/** Returns one bundled Noto Sans face as a TrueType file. */
export async function readNotoFace(family: NotoFamily, subset: string, weight: 400 | 700): Promise<Buffer> {
  const packed = import.meta.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
  return unpackWoff(await readFile(fileURLToPath(packed)));
}
