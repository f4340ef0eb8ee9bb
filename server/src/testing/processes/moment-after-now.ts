import { setTimeout as sleep } from 'node:timers/promises';
import type { ListIndex, Moment } from '../../lots/list-index/list-index.ts';

const EVERY_MS = 20;

/** Waits until the index contains all changes committed before this call: those of many lots are in it within a second. */
export async function momentAfterNow(index: ListIndex): Promise<Moment> {
  const nowMs = Date.now();
  for (;;) {
    const moment = await index.current();
    if (index.state().currentAtMs >= nowMs) return moment;
    await sleep(EVERY_MS);
  }
}
