import type { FactsByOrigin, FactValues } from '@seri/contract/lots/facts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Serializes changes of one person's marks, so that each counts the ones of the other. */
export const lockMarks = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();

export interface MarkCounts {
  hidden: number;
  /** Lots with a note or tags. */
  noted: number;
  /** Different tags. */
  tags: string[];
}

/** The person's marks on other lots. */
export async function countOtherMarks(tx: Tx, userId: number, lotId: number): Promise<MarkCounts> {
  const { rows } = await sql<MarkCounts>`
    select count(*) filter (where hidden_at is not null)::integer as hidden,
           count(*) filter (where note <> '' or tags <> '{}')::integer as noted,
           coalesce((select array_agg(distinct tag) from lot_marks, unnest(tags) tag
                      where user_id = ${userId} and lot_id <> ${lotId}), '{}') as tags
      from lot_marks where user_id = ${userId} and lot_id <> ${lotId}`.execute(tx);
  return rows[0] ?? { hidden: 0, noted: 0, tags: [] };
}

interface Mark {
  userId: number;
  lotId: number;
}

export async function writeHidden(tx: Tx, { userId, lotId }: Mark, isHidden: boolean): Promise<void> {
  await sql`
    insert into lot_marks as mark (user_id, lot_id, hidden_at)
    values (${userId}, ${lotId}, case when ${isHidden} then clock_timestamp() end)
    on conflict (user_id, lot_id) do update
      set hidden_at = case when ${isHidden} then coalesce(mark.hidden_at, clock_timestamp()) end`.execute(tx);
  await removeEmpty(tx, { userId, lotId });
}

export async function writeNote(
  tx: Tx,
  { userId, lotId }: Mark,
  { note, tags }: { note: string; tags: string[] },
): Promise<void> {
  await sql`
    insert into lot_marks (user_id, lot_id, note, tags) values (${userId}, ${lotId}, ${note}, ${tags}::text[])
    on conflict (user_id, lot_id) do update set note = excluded.note, tags = excluded.tags`.execute(tx);
  await removeEmpty(tx, { userId, lotId });
}

const removeEmpty = (tx: Tx, { userId, lotId }: Mark) =>
  sql`delete from lot_marks where user_id = ${userId} and lot_id = ${lotId}
        and hidden_at is null and seen_at is null and note = '' and tags = '{}'`.execute(tx);

/** Marks a lot as opened and forgets the oldest of more than `most`. */
export async function writeSeen(db: Db, { userId, lotId }: Mark, most: number): Promise<void> {
  await sql`
    insert into lot_marks (user_id, lot_id, seen_at) values (${userId}, ${lotId}, clock_timestamp())
    on conflict (user_id, lot_id) do update set seen_at = excluded.seen_at`.execute(db);
  await sql`
    with old as (
      select lot_id from lot_marks where user_id = ${userId} and seen_at is not null
       order by seen_at desc, lot_id offset ${most}
    ), kept as (
      update lot_marks mark set seen_at = null from old
       where mark.user_id = ${userId} and mark.lot_id = old.lot_id
         and (hidden_at is not null or note <> '' or tags <> '{}')
    )
    delete from lot_marks mark using old
     where mark.user_id = ${userId} and mark.lot_id = old.lot_id and hidden_at is null and note = '' and tags = '{}'`.execute(
    db,
  );
}

export async function findTags(db: Db, userId: number): Promise<{ tag: string; lots: number }[]> {
  const { rows } = await sql<{ tag: string; lots: number }>`
    select tag, count(*)::integer as lots from lot_marks, unnest(tags) tag
     where user_id = ${userId} group by tag order by lower(tag), tag`.execute(db);
  return rows;
}

/**
 * Notes a visit to a page. A visit goes on while its calls are at most `pauseMinutes` apart; lots that were listed after
 * the end of the previous one are new.
 */
export async function writeVisit(
  db: Db,
  { userId, pageType, pauseMinutes }: { userId: number; pageType: string; pauseMinutes: number },
): Promise<Date | null> {
  const { rows } = await sql<{ new_since: Date | null }>`
    insert into list_visits as visit (user_id, page_type, last_at) values (${userId}, ${pageType}, clock_timestamp())
    on conflict (user_id, page_type) do update
      set last_at = excluded.last_at,
          new_since = case when visit.last_at < excluded.last_at - make_interval(mins => ${pauseMinutes})
                           then visit.last_at else visit.new_since end
    returning new_since`.execute(db);
  return rows[0]?.new_since ?? null;
}

/** The facts of a lot with its row locked; undefined without the lot. */
export async function lockFacts(tx: Tx, lotId: number): Promise<FactsByOrigin | undefined> {
  const lot = await tx.selectFrom('lots').select('facts').where('id', '=', lotId).forUpdate().executeTakeFirst();
  return lot?.facts as FactsByOrigin | undefined;
}

/** Replaces a manager's facts of a lot and records their author. Another type code has other facts in the tables. */
export async function writeManagerFacts(
  tx: Tx,
  { lotId, actorId, before, after }: { lotId: number; actorId: number; before: FactValues; after: FactValues },
): Promise<void> {
  const [old, next] = [JSON.stringify(before), JSON.stringify(after)];
  await sql`
    update lots set facts = (facts - 'manager' - 'table' - 'tables')
        || case when ${next}::jsonb = '{}' then '{}' else jsonb_build_object('manager', ${next}::jsonb) end
        || coalesce(table_facts_of(coalesce(${next}::jsonb->>'typeCode', facts->'feed'->>'typeCode'),
                                   nullif(chassis_code, '')), '{}')
     where id = ${lotId}`.execute(tx);
  await sql`
    insert into lot_fact_events (lot_id, actor_id, before, after)
    values (${lotId}, ${actorId}, ${old}::jsonb, ${next}::jsonb)`.execute(tx);
}
