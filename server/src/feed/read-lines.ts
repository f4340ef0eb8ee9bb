import type { KnownLines, LineKey } from './known-lines.ts';

export type InputLine =
  | { line: number; text: string; key: LineKey | null }
  | { line: number; refused: string; start: string };

const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SHOWN_BYTES = 200;
/** A shorter input is read as fast as what is known of the lots could be fetched. */
const LOOKED_UP_AFTER_LINES = 1_000;

/**
 * Lines of a byte stream with their numbers, blank ones left out; memory stays bounded however long a line is. In none
 * of the encodings a feed may have is the byte of a line's end part of another character. Of a long input the lines
 * that are `known` are passed over.
 */
export async function* readLines(
  input: AsyncIterable<Buffer | string>,
  { encoding = 'utf-8', known = null }: { encoding?: string; known?: KnownLines | null } = {},
): AsyncGenerator<InputLine> {
  const strict = new TextDecoder(encoding, { fatal: true });
  const lossy = new TextDecoder(encoding);
  let line = 1;
  let parts: Buffer[] = [];
  let bytes = 0;

  const toLine = (content: Buffer): InputLine | null => {
    const start = () => lossy.decode(content.subarray(0, SHOWN_BYTES));
    if (bytes > MAX_LINE_BYTES) return { line, refused: `longer than ${MAX_LINE_BYTES / 1024} kB`, start: start() };
    const key = known?.keyOf(content) ?? null;
    if (key && known?.meets(key)) return null;
    try {
      const text = strict.decode(content.at(-1) === RETURN ? content.subarray(0, -1) : content);
      return text.trim() === '' ? null : { line, text, key };
    } catch {
      return { line, refused: `not ${encoding.toUpperCase()}`, start: start() };
    }
  };
  const finish = () => {
    const [first] = parts;
    const read = toLine(first && parts.length === 1 ? first : Buffer.concat(parts));
    parts = [];
    bytes = 0;
    line += 1;
    return read;
  };
  for await (const chunk of input) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let from = 0;
    while (from < buffer.length) {
      const newline = buffer.indexOf(NEWLINE, from);
      const to = newline === -1 ? buffer.length : newline;
      if (bytes <= MAX_LINE_BYTES) parts.push(buffer.subarray(from, to));
      bytes += to - from;
      from = to + 1;
      if (newline === -1) continue;
      const read = finish();
      if (read) yield read;
      if (line === LOOKED_UP_AFTER_LINES + 1) await known?.load();
    }
  }
  const last = finish();
  if (last) yield last;
}
