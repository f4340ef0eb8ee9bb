import { setTimeout as sleep } from 'node:timers/promises';
import { indexAt, type Source } from '../../lots/core/condition-queries.ts';
import type { FacetBits } from '../../lots/list-index/facet-bits.ts';
import type { ListIndex } from '../../lots/list-index/list-index.ts';

const EVERY_MS = 20;

/**
 * The index with the bits of its values, once it contains all changes committed before this call: those of many lots are in
 * it within a second. `nowMs` is the time at which it judges what is open.
 */
export async function sourceAfterNow(index: ListIndex): Promise<{ source: Source; nowMs: number }> {
  const askedAtMs = Date.now();
  for (;;) {
    const moment = await index.current();
    if (index.state().currentAtMs >= askedAtMs)
      return { source: indexAt(moment, await bitsOf(index)), nowMs: moment.nowMs };
    await sleep(EVERY_MS);
  }
}

const bitsOf = (index: ListIndex): Promise<FacetBits> =>
  new Promise((resolve, reject) => {
    const build = (facetBits: FacetBits) => {
      resolve(facetBits);
      return 'select 1';
    };
    index.ask(build).catch(reject);
  });
