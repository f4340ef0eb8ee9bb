import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FolderLock {
  release(): Promise<void>;
}

const PATIENCE_MS = 2_000;

/** Like `lockFolder`, but waits for a process that is just ending. */
export async function waitForFolder(folder: string): Promise<FolderLock | null> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const lock = await lockFolder(folder);
    if (lock || Date.now() > deadline) return lock;
    await sleep(100);
  }
}

/**
 * Locks the data folder for this process; returns null when another process holds the lock. The lock is a kernel name
 * that disappears with the process, so a kill -9 leaves nothing to clean up.
 */
export function lockFolder(folder: string): Promise<FolderLock | null> {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 40);
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(`\0seri-${name}`, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}
