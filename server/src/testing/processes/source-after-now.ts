import { setTimeout as sleep } from 'node:timers/promises';
import { indexAt, type Source } from '../../lots/core/condition-queries.ts';
import type { ListIndex } from '../../lots/list-index/list-index.ts';

const EVERY_MS = 20;

/**
 * The index once it contains all changes committed before this call: those of many lots are in it within a second. `nowMs`
 * is the time at which it judges what is open.
 */
export async function sourceAfterNow(index: ListIndex): Promise<{ source: Source; nowMs: number }> {
  const askedAtMs = Date.now();
  for (;;) {
    const moment = await index.current();
    if (index.state().currentAtMs >= askedAtMs) return { source: indexAt(moment), nowMs: moment.nowMs };
    await sleep(EVERY_MS);
  }
}
