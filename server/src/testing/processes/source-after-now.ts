import { setTimeout as sleep } from 'node:timers/promises';
import { indexAt, type Source } from '../../lots/core/condition-queries.ts';
import type { CombinationSets } from '../../lots/list-index/combination-sets.ts';
import type { ListIndex } from '../../lots/list-index/list-index.ts';

const EVERY_MS = 20;

/**
 * The index with the sets of combinations that it keeps, once it contains all changes committed before this call: those of
 * many lots are in it within a second. `nowMs` is the time at which it judges what is open.
 */
export async function sourceAfterNow(index: ListIndex): Promise<{ source: Source; nowMs: number }> {
  const askedAtMs = Date.now();
  for (;;) {
    const moment = await index.current();
    if (index.state().currentAtMs >= askedAtMs)
      return { source: indexAt(moment, await setsOf(index)), nowMs: moment.nowMs };
    await sleep(EVERY_MS);
  }
}

const setsOf = (index: ListIndex): Promise<CombinationSets> =>
  new Promise((resolve, reject) => {
    const build = (sets: CombinationSets) => {
      resolve(sets);
      return 'select 1';
    };
    index.ask(build).catch(reject);
  });
