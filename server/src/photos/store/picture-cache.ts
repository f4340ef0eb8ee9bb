import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiError } from '../../platform/calls/errors.ts';

/** Leaves one processor free for other work. */
const MAX_CONCURRENCY = Math.max(1, availableParallelism() - 1);
const MAX_WAITING = 200;
const MAX_BYTES = 1024 ** 3;
/** Share of a full folder that remains after a sweep, so that sweeps are rare. */
const LEFT_AFTER_SWEEP = 0.8;

export interface PictureCache {
  /**
   * The picture of this name, from the cache or rendered now and cached; null means no picture and is not cached.
   * Concurrent requests for one picture render it once. Throws ApiError('Unavailable') when too many wait.
   */
  get<P extends Buffer | null>(name: string, draw: () => Promise<P>): Promise<P>;
}

/** Pictures cached in a folder, rendered a few at a time. The oldest make room when the folder is full. */
export function createPictureCache(
  folder: string,
  { maxBytes = MAX_BYTES, maxConcurrency = MAX_CONCURRENCY, ending = '.webp' } = {},
): PictureCache {
  const drawing = new Map<string, Promise<Buffer | null>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let cachedBytes: Promise<number> | null = null;

  const turn = async () => {
    if (running >= maxConcurrency) {
      if (waiting.length >= MAX_WAITING) throw new ApiError('Unavailable', { retryAfterSeconds: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
  };
  const next = () => {
    const first = waiting.shift();
    if (first) first();
    else running -= 1;
  };
  const store = async (file: string, picture: Buffer) => {
    cachedBytes ??= sizeOf(folder);
    if ((await cachedBytes) + picture.length > maxBytes)
      cachedBytes = sweep(folder, maxBytes * LEFT_AFTER_SWEEP - picture.length);
    if (await write(file, picture)) cachedBytes = cachedBytes.then((bytes) => bytes + picture.length);
  };
  const renderAndCache = async (file: string, draw: () => Promise<Buffer | null>) => {
    await turn();
    try {
      const picture = await draw();
      if (picture) await store(file, picture);
      return picture;
    } finally {
      next();
    }
  };

  return {
    get: async <P extends Buffer | null>(name: string, draw: () => Promise<P>) => {
      const file = join(folder, `${name}${ending}`);
      const cached = await readFile(file).catch(() => null);
      // A file may be empty after a power failure.
      if (cached && cached.length > 0) return cached as P;
      const begun = drawing.get(name) ?? renderAndCache(file, draw).finally(() => drawing.delete(name));
      drawing.set(name, begun);
      return begun as Promise<P>;
    },
  };
}

/** Written under a temporary name first, so that nobody reads half a picture. With a full disk only the caching fails. */
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

interface CachedFile {
  path: string;
  bytes: number;
  cachedAtMs: number;
}

async function filesIn(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: CachedFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const about = await stat(path).catch(() => null);
    if (about) files.push({ path, bytes: about.size, cachedAtMs: about.mtimeMs });
  }
  return files;
}

const sizeOf = async (folder: string): Promise<number> =>
  (await filesIn(folder)).reduce((sum, { bytes }) => sum + bytes, 0);

/** Removes the oldest until at most `maxBytes` remain; returns the remaining number of bytes. */
async function sweep(folder: string, maxBytes: number): Promise<number> {
  const files = (await filesIn(folder)).toSorted((a, b) => b.cachedAtMs - a.cachedAtMs);
  let left = 0;
  for (const { path, bytes } of files) {
    if (left + bytes <= maxBytes) left += bytes;
    else await rm(path, { force: true }).catch(() => undefined);
  }
  return left;
}
