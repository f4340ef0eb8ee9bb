import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedRow } from '@seri/contract/feed/rows.ts';
import { toLines } from '../market/write-feed.ts';

const MAX_ROWS = 5_000;

export interface Inbox {
  /** Writes files of at most 5,000 rows, each atomically; their names sort in the order of writing. */
  put(rows: readonly FeedRow[]): Promise<void>;
}

export function openInbox(folder: string): Inbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  return {
    put: async (rows) => {
      for (let from = 0; from < rows.length; from += MAX_ROWS) {
        count += 1;
        const name = `${Date.now()}-${process.pid}-${String(count).padStart(9, '0')}`;
        const writing = join(folder, `.${name}.writing`);
        await writeFile(writing, toLines(rows.slice(from, from + MAX_ROWS)), {
          mode: 0o600,
          flush: true,
        });
        await rename(writing, join(folder, `${name}.ndjson`));
      }
    },
  };
}
