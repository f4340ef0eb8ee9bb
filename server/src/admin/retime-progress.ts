import { retimeLots } from '../flows/lots/retime-lots.ts';
import type { Db } from '../platform/db/db.ts';
import { print } from './print.ts';

const PRINT_INTERVAL_MS = 2_000;

/** Applies new times to listed lots now rather than in the worker's next job; when interrupted, the worker continues. */
export async function retimeWithProgress(db: Db): Promise<void> {
  let nextMs = performance.now() + PRINT_INTERVAL_MS;
  const count = await retimeLots(db, {
    onProgress: (done, all) => {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + PRINT_INTERVAL_MS;
      print(`${done} of ${all} listed lots are updated. Ctrl-C is safe: the worker continues with the rest.`);
    },
  });
  if (count > 0) print(`${count} listed lots are updated.`);
}
