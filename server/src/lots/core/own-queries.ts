import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import { isNamed, toAudience } from './audience-queries.ts';
import type { Audience, OwnLots } from './condition-queries.ts';
import { doorSlotOf } from './door-queries.ts';

/** All marks of a reader that lists depend on. */
export interface MarkedLots {
  hidden: number[];
  seen: number[];
  newSince: string | null;
  /** The reader's tags; `tagged` names them by their place here. */
  tags: string[];
  tagged: { lotIds: number[]; tagNumbers: number[] };
}

/** The reader of a list: their rights, their marks and their door. */
export interface ListReader {
  audience: Audience;
  marked: MarkedLots;
  /** The reader's door among the totals of lots; null without a destination, and where it is not needed. */
  doorSlot: number | null;
}

interface ReaderRow {
  named: boolean;
  hidden: number[];
  seen: number[];
  tagged: [lotId: number, tag: string][];
  new_since: string | null;
  slot: number | null;
}

/** The reader of a page. Marks that the filter does not need are left out, unless it is null. */
export async function findListReader(
  db: Db,
  currentUser: CurrentUser,
  pageType: PageType,
  { marksFor, withDoor }: { marksFor: Pick<LotFilter, 'seen' | 'tag'> | null; withDoor: boolean },
): Promise<ListReader> {
  const { userId } = currentUser;
  const needsSeen = marksFor === null || marksFor.seen !== undefined;
  const needsTags = marksFor === null || marksFor.tag.length > 0;
  const { rows } = await sql<ReaderRow>`${PREPARED}
    select ${isNamed(currentUser)} as named,
           coalesce((select jsonb_agg(lot_id) from lot_marks where user_id = ${userId} and hidden_at is not null), '[]') as hidden,
           coalesce((select jsonb_agg(lot_id) from lot_marks where ${needsSeen} and user_id = ${userId} and seen_at is not null), '[]') as seen,
           coalesce((select jsonb_agg(jsonb_build_array(lot_id, tag) order by tag, lot_id)
                       from lot_marks, unnest(tags) tag where ${needsTags} and user_id = ${userId}), '[]') as tagged,
           (select new_since::text from list_visits where user_id = ${userId} and page_type = ${pageType}) as new_since,
           case when ${withDoor} then ${doorSlotOf(sql`${userId}::integer`)} end as slot`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a select without a table answers one row');
  const tags = [...new Set(found.tagged.map(([, tag]) => tag))];
  return {
    audience: toAudience(currentUser, found),
    marked: {
      hidden: found.hidden,
      seen: found.seen,
      newSince: found.new_since,
      tags,
      tagged: {
        lotIds: found.tagged.map(([lotId]) => lotId),
        tagNumbers: found.tagged.map(([, tag]) => tags.indexOf(tag)),
      },
    },
    doorSlot: found.slot,
  };
}

/** The marks that a filter depends on; undefined if there are none, so that readers share one answer. */
export function ownLotsFor(filter: LotFilter, marked: MarkedLots): OwnLots | undefined {
  const { lotIds, tagNumbers } = marked.tagged;
  const isChosen = (at: number) => filter.tag.includes(marked.tags[tagNumbers[at] ?? -1] ?? '');
  const own: OwnLots = {
    hidden: marked.hidden,
    seen: filter.seen === undefined ? [] : marked.seen,
    tagged: filter.tag.length === 0 ? [] : [...new Set(lotIds.filter((_, at) => isChosen(at)))],
    newSince: filter.new === undefined ? null : marked.newSince,
  };
  const isEmpty = own.hidden.length + own.seen.length + own.tagged.length === 0 && own.newSince === null;
  return isEmpty ? undefined : own;
}

/** Every mark but tags, to count lots by them. */
export const everyMarkOf = ({ hidden, seen, newSince }: MarkedLots): OwnLots => ({
  hidden,
  seen,
  newSince,
  tagged: [],
});
