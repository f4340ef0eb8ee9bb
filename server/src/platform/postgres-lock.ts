import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * One process per data folder, or null when another one has it. The name lives in the kernel and goes with the
 * process, so a kill -9 leaves nothing to clean up.
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
