import type { KnownLines, LineKey, SameLine } from './known-lines.ts';

export type PlainLine =
  | { line: number; text: string; bytes: Uint8Array; key: LineKey | null }
  | { line: number; refused: string; start: string };
export type InputLine =
  | PlainLine
  /**
   * A lot's last line under a newer stamp, to be read only if that lot was merged from another one meanwhile. Its bytes lie
   * in a piece of the input, and hold on to that.
   */
  | { line: number; same: SameLine; content: Uint8Array };

export const MAX_LINE_BYTES = 256 * 1024;
export const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SHOWN_BYTES = 200;
/** A shorter input is read as fast as what is known of the lots could be fetched. */
const LOOKED_UP_AFTER_LINES = 1_000;

export type Input = AsyncIterable<Buffer | string> | Iterable<Buffer>;

/**
 * Lines of a byte stream with their numbers, blank ones left out; memory stays bounded however long a line is. In none
 * of the encodings a feed may have is the byte of a line's end part of another character. Of a long input the lines
 * that are `known` are passed over, or said in short.
 */
export function readLines(input: Input, options?: { encoding?: string; known?: null }): AsyncGenerator<PlainLine>;
export function readLines(
  input: Input,
  options: { known: KnownLines | null; line?: number },
): AsyncGenerator<InputLine>;
export async function* readLines(
  input: Input,
  {
    encoding = 'utf-8',
    known = null,
    line: first = 1,
  }: { encoding?: string; known?: KnownLines | null; line?: number } = {},
): AsyncGenerator<InputLine> {
  const { startOf, toText } = decoderOf(encoding);
  let line = first;
  let parts: Buffer[] = [];
  let bytes = 0;

  const toLine = (content: Buffer): InputLine | null => {
    if (bytes > MAX_LINE_BYTES)
      return { line, refused: `longer than ${MAX_LINE_BYTES / 1024} kB`, start: startOf(content) };
    const key = known?.keyOf(content) ?? null;
    const met = key && known?.meet(key);
    if (met === 'known') return null;
    return met ? { line, same: met, content } : toText(content, line, key);
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

/** The line of a row that says the same, after all. */
export const readSameLine = ({ line, same, content }: { line: number; same: SameLine; content: Uint8Array }) =>
  decoderOf('utf-8').toText(Buffer.from(content), line, same.key);

function decoderOf(encoding: string) {
  const strict = new TextDecoder(encoding, { fatal: true });
  const lossy = new TextDecoder(encoding);
  const startOf = (content: Buffer) => lossy.decode(content.subarray(0, SHOWN_BYTES));
  const toText = (content: Buffer, line: number, key: LineKey | null): PlainLine | null => {
    try {
      const bytes = content.at(-1) === RETURN ? content.subarray(0, -1) : content;
      const text = strict.decode(bytes);
      return text.trim() === '' ? null : { line, text, bytes, key };
    } catch {
      return { line, refused: `not ${encoding.toUpperCase()}`, start: startOf(content) };
    }
  };
  return { startOf, toText };
}
