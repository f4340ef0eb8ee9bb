import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refused } from '../platform/refusals.ts';

const MOST_AT_ONCE = 2;
const MOST_WAITING = 200;
const MOST_BYTES = 1024 ** 3;

export interface KeptPictures {
  /**
   * The picture of this name, from the folder or drawn now and kept. Requests for one picture draw it once; when too
   * many wait, Refused('Unavailable').
   */
  get(name: string, draw: () => Promise<Buffer>): Promise<Buffer>;
}

/** Pictures in a folder, drawn at most twice at a time. Once the folder is full, pictures are drawn but no longer kept. */
export function keepPictures(folder: string, mostBytes = MOST_BYTES): KeptPictures {
  const drawing = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let keptBytes: Promise<number> | null = null;

  const turn = async () => {
    if (running >= MOST_AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw new Refused('Unavailable', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
  };
  const next = () => {
    const first = waiting.shift();
    if (first) first();
    else running -= 1;
  };
  const drawAndKeep = async (file: string, draw: () => Promise<Buffer>) => {
    await turn();
    try {
      const picture = await draw();
      keptBytes ??= sizeOf(folder);
      if ((await keptBytes) + picture.length <= mostBytes && (await write(file, picture)))
        keptBytes = keptBytes.then((bytes) => bytes + picture.length);
      return picture;
    } finally {
      next();
    }
  };

  return {
    get: async (name, draw) => {
      const file = join(folder, `${name}.webp`);
      const kept = await readFile(file).catch(() => null);
      // Empty after a power failure.
      if (kept && kept.length > 0) return kept;
      const begun = drawing.get(name) ?? drawAndKeep(file, draw).finally(() => drawing.delete(name));
      drawing.set(name, begun);
      return begun;
    },
  };
}

/** Under another name first, so that nobody reads half a picture. A full disk costs only the keeping. */
async function write(file: string, picture: Buffer): Promise<boolean> {
  const writing = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(writing, picture);
    await rename(writing, file);
    return true;
  } catch {
    return false;
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
