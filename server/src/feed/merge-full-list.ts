import type { FullListRow } from '@seri/contract/feed/rows.ts';
import type { PoolClient } from 'pg';
import { findListEffect, type ListsJudged, mergeFullList } from './full-list-queries.ts';

/** A list that lacks more than that share of the lots is rather a list cut short than a house that lost them. */
const MOST_VANISHING_SHARE = 0.3;
/** So few may vanish whatever their share. */
const ALWAYS_ALLOWED = 10;

export type FullListMerged = ListsJudged | 'known' | { refused: string };

/** Takes the lots off that a whole list lacks, or says why it does not. */
export async function applyFullList(
  client: PoolClient,
  row: FullListRow,
  { allowRemovals }: { allowRemovals: boolean },
): Promise<FullListMerged> {
  const effect = await findListEffect(client, row);
  if (!effect) return { refused: `unknown house ${JSON.stringify(row.house)}` };
  const { houseId, listed, vanishing } = effect;
  const most = Math.max(ALWAYS_ALLOWED, Math.floor(listed * MOST_VANISHING_SHARE));
  if (vanishing > most && !allowRemovals)
    return {
      refused: `the list would take off ${vanishing} of ${listed} lots at ${row.house} on ${row.day}, more than ${most}: if it is whole, import it with --allow-removals`,
    };
  return (await mergeFullList(client, houseId, row)) ?? 'known';
}
