export type InputLine = { line: number } & ({ text: string } | { refused: string; start: string });
export type Input = AsyncIterable<Buffer | string>;

const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SHOWN_BYTES = 200;

/**
 * Lines of a byte stream with their numbers, without blank ones. Memory is bounded for any line length. In all
 * supported encodings the newline byte is never part of another character.
 */
export async function* readLines(input: Input, encoding = 'utf-8'): AsyncGenerator<InputLine> {
  const strict = new TextDecoder(encoding, { fatal: true });
  const lossy = new TextDecoder(encoding);
  let line = 0;
  let parts: Buffer[] = [];
  let bytes = 0;

  const finish = (): InputLine | null => {
    const content = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    const isTooLong = bytes > MAX_LINE_BYTES;
    parts = [];
    bytes = 0;
    line += 1;
    const refuse = (refused: string) => ({ line, refused, start: lossy.decode(content.subarray(0, SHOWN_BYTES)) });
    if (isTooLong) return refuse(`longer than ${MAX_LINE_BYTES / 1024} kB`);
    try {
      const text = strict.decode(content.at(-1) === RETURN ? content.subarray(0, -1) : content);
      return text.trim() === '' ? null : { line, text };
    } catch {
      return refuse(`not ${encoding.toUpperCase()}`);
    }
  };
  for await (const chunk of input) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let from = 0; from < buffer.length; ) {
      const newline = buffer.indexOf(NEWLINE, from);
      const to = newline === -1 ? buffer.length : newline;
      if (bytes <= MAX_LINE_BYTES) parts.push(buffer.subarray(from, to));
      bytes += to - from;
      from = to + 1;
      const read = newline === -1 ? null : finish();
      if (read) yield read;
    }
  }
  const last = finish();
  if (last) yield last;
}
