import { retimeLots } from '../flows/lots/retime-lots.ts';
import type { Db } from '../platform/db/db.ts';
import { say } from './print.ts';

const SAY_EVERY_MS = 2_000;

/** Applies new times to listed lots now rather than in the worker's next job; when interrupted, the worker continues. */
export async function retimeWithProgress(db: Db): Promise<void> {
  let nextMs = performance.now() + SAY_EVERY_MS;
  const count = await retimeLots(db, {
    onProgress: (done, all) => {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + SAY_EVERY_MS;
      say(`${done} of ${all} listed lots are updated. Ctrl-C is safe: the worker continues with the rest.`);
    },
  });
  if (count > 0) say(`${count} listed lots are updated.`);
}
