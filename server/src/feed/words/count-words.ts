import { ownKey } from '@seri/contract/lots/standard-words.ts';
import type { Database } from '../../platform/db/db.ts';
import { countWords, isCountDue, saveCounts } from './word-count-queries.ts';
import type { WordAt } from './word-queries.ts';

/** So many times as long as a count takes nobody counts again. */
const REST_TIMES = 20;

/** Counts what words the lots carry, when an import has brought others since. */
export async function countLotWords({ db }: Pick<Database, 'db'>): Promise<void> {
  if (!(await isCountDue({ db }, REST_TIMES))) return;
  const startedAt = Date.now();
  const counts = new Map<string, WordAt & { word: string; lots: number }>();
  for (const { kind, word, lots } of await countWords(db)) {
    // Spellings that are looked up alike count together, under the commonest of them.
    const key = ownKey(kind, word);
    const counted = counts.get(`${kind} ${key}`);
    if (counted) counted.lots += lots;
    else counts.set(`${kind} ${key}`, { kind, key, word, lots });
  }
  await saveCounts(db, [...counts.values()], Date.now() - startedAt);
}
