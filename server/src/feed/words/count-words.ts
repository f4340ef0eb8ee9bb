import { ownKey } from '@seri/contract/lots/standard-words.ts';
import type { Database } from '../../platform/db/db.ts';
import { countWords, isCountDue, saveCounts } from './word-count-queries.ts';
import type { WordAt } from './word-queries.ts';

/** Pause between counts, as a multiple of the count's duration. */
const PAUSE_FACTOR = 20;

/** Counts the terms of lots, if an import has finished since the last count. */
export async function countLotTerms({ db }: Pick<Database, 'db'>): Promise<void> {
  if (!(await isCountDue({ db }, PAUSE_FACTOR))) return;
  const startedAt = Date.now();
  const counts = new Map<string, WordAt & { word: string; lots: number }>();
  for (const { kind, word, lots } of await countWords(db)) {
    // Spellings with the same key count together, under the most frequent one.
    const key = ownKey(kind, word);
    const counted = counts.get(`${kind} ${key}`);
    if (counted) counted.lots += lots;
    else counts.set(`${kind} ${key}`, { kind, key, word, lots });
  }
  await saveCounts(db, [...counts.values()], Date.now() - startedAt);
}
