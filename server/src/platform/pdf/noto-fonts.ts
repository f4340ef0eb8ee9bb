import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

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

const SIGNATURE = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const padded = (length: number) => Math.ceil(length / 4) * 4;

/**
 * Returns the TrueType or OpenType file inside a WOFF file; the renderer reads only these. Throws RangeError on other
 * input.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new RangeError('Not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const entry = WOFF_HEADER + i * WOFF_ENTRY;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    const head = { tag: woff.readUInt32BE(entry), checksum: woff.readUInt32BE(entry + 16) };
    return { ...head, bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const size = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), SFNT_HEADER + count * SFNT_ENTRY);
  const font = Buffer.alloc(size);
  const power = Math.floor(Math.log2(count));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * 16, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  let offset = SFNT_HEADER + count * SFNT_ENTRY;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEADER + i * SFNT_ENTRY;
    font.writeUInt32BE(tag, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(bytes.length, entry + 12);
    bytes.copy(font, offset);
    offset += padded(bytes.length);
  }
  return font;
}
