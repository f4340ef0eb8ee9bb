import { REVIEW_PAGE_SIZE, type ReviewFilter, type ReviewScope } from '@seri/contract/sheets/review-search.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import { SHEET_PROBLEMS } from '../page/check-picture.ts';

export interface FoundRow {
  lot_id: string;
  lot_no: number;
  house: string;
  maker: string;
  model: string;
  year: number | null;
  agent_cutoff_at: Date;
  bids: number;
  state: 'waiting' | 'read' | 'failed';
  problem: string | null;
  read: number;
  unread: number;
  contradictions: number;
}

// Exist in few of the many upcoming lots: each is asked of its own small index, and nothing is counted for lots that
// the page does not show.
const DIFFERS = sql`exists (select from sheet_contradictions c where c.lot_id = l.id and c.decision is null)`;
const IS_PARTLY_READ = sql`r.state = 'read' and exists (
  select from sheet_items i where i.reading_id = r.id and i.ja is null and i.corrected_at is null)`;

const CONDITION: Record<ReviewFilter, RawBuilder<unknown>> = {
  check: sql`(r.state = 'failed' or (${IS_PARTLY_READ}) or (r.state <> 'waiting' and ${DIFFERS}))`,
  contradictions: DIFFERS,
  unread: IS_PARTLY_READ,
  failed: sql`r.state = 'failed'`,
  all: sql`true`,
};

const UPCOMING = sql`l.upcoming_page is not null`;
const OPEN_BIDS = sql`b.lot_id = l.id and b.status in (${BID.new}, ${BID.bid}, ${BID.win})`;

/** The filter, source and cause of a review. */
function conditionOf({ filter, source, cause }: ReviewScope): RawBuilder<unknown> {
  const conditions = [UPCOMING, CONDITION[filter]];
  if (source !== undefined) conditions.push(sql`l.source = ${source}`);
  if (cause === 'Sheet.Unreadable')
    conditions.push(sql`r.state = 'failed' and (r.problem is null or r.problem <> all(${[...SHEET_PROBLEMS]}))`);
  else if (cause !== undefined)
    conditions.push(sql`r.state = 'failed' and r.problem = ${cause.slice('Sheet.'.length)}`);
  return sql.join(conditions, sql` and `);
}

const listed = (scope: ReviewScope) => sql`
  select l.id as lot_id, r.id as reading_id, l.agent_cutoff_at, ${DIFFERS} as differs,
         ${DIFFERS} and exists (select from bids b where ${OPEN_BIDS}) as has_money_at_stake
    from lot_sheets s
    join sheet_readings r on r.id = s.reading_id
    join lots l on l.id = s.lot_id
   where ${conditionOf(scope)}`;
/** Those with money at stake first, then by what is left until the cut-off. */
const ORDER = sql`has_money_at_stake desc, differs desc, agent_cutoff_at, lot_id`;

/** Rows of the review, counted from their items; a corrected place is read or, without text, illegible. */
const ROW = sql`
  l.id::text as lot_id, l.lot_no, h.name as house, l.maker, l.model, l.year, l.agent_cutoff_at,
  r.id as reading_id, r.state, r.problem,
  (select count(*)::integer from bids b where ${OPEN_BIDS}) as bids,
  (select count(*)::integer from sheet_items i where i.reading_id = r.id and i.ja is not null) as read,
  (select count(*)::integer from sheet_items i
    where i.reading_id = r.id and i.ja is null and i.corrected_at is null) as unread,
  (select count(*)::integer from sheet_contradictions c where c.lot_id = l.id and c.decision is null) as contradictions`;

export async function findReviewRows(db: Db, { page, ...scope }: ReviewScope & { page: number }) {
  const [found, counts] = await Promise.all([
    sql<FoundRow>`
      with page as (
        select * from (${listed(scope)}) found
         order by ${ORDER} limit ${REVIEW_PAGE_SIZE} offset ${(page - 1) * REVIEW_PAGE_SIZE})
      select ${ROW}
        from page
        join lots l on l.id = page.lot_id
        join sheet_readings r on r.id = page.reading_id
        join auction_houses h on h.id = l.house_id
       order by has_money_at_stake desc, differs desc, l.agent_cutoff_at, l.id`.execute(db),
    sql<{ total: number; contradictions: number }>`
      select (select count(*)::integer from (${listed(scope)}) found) as total,
             (select count(*)::integer from lots l
               where ${conditionOf({ filter: 'all', source: scope.source })}
                 and l.id in (select lot_id from sheet_contradictions where decision is null)) as contradictions`.execute(
      db,
    ),
  ]);
  return { rows: found.rows, ...(counts.rows[0] ?? { total: 0, contradictions: 0 }) };
}

export const findReviewRow = async (db: Db, lotId: number) =>
  (
    await sql<FoundRow & { reading_id: number }>`
      select ${ROW}
        from lot_sheets s
        join sheet_readings r on r.id = s.reading_id
        join lots l on l.id = s.lot_id
        join auction_houses h on h.id = l.house_id
       where s.lot_id = ${lotId}`.execute(db)
  ).rows[0];

/** The lots before and after this one in the list of the review, and its position, counted from 1. */
export async function findNeighbours(db: Db, lotId: number, scope: ReviewScope) {
  const { rows: found } = await sql<{ previous: string | null; next: string | null; position: number; total: number }>`
    with listed as (
      select lot_id, (lag(lot_id) over w)::text as previous, (lead(lot_id) over w)::text as next,
             (row_number() over w)::integer as position, (count(*) over ())::integer as total
        from (${listed(scope)}) found
      window w as (order by ${ORDER}))
    select previous, next, position, total from listed where lot_id = ${lotId}
    union all
    select null, (min(lot_id) filter (where position = 1))::text, 0, coalesce(max(total), 0)::integer from listed
    limit 1`.execute(db);
  return found[0] ?? { previous: null, next: null, position: 0, total: 0 };
}

export const findReviewItems = (db: Db, readingId: number) =>
  db
    .selectFrom('sheet_items as item')
    .select(['id', 'field', 'ja', 'guess', 'text_en', 'text_ru', 'confidence', 'box', 'corrected_at'])
    .select((eb) =>
      eb
        .selectFrom('sheet_items as other')
        .select((other) => other.fn.countAll<number>().as('alike'))
        .whereRef('other.guess', '=', 'item.guess')
        .whereRef('other.field', '=', 'item.field')
        .whereRef('other.id', '<>', 'item.id')
        .where('other.ja', 'is', null)
        .as('alike'),
    )
    .where('reading_id', '=', readingId)
    .orderBy('id')
    .execute();

/** The evidence for a mileage: the lot's photo of the odometer while it is shown. */
const odometerPhoto = (field: RawBuilder<unknown>, lot: string) => sql<string | null>`
  case when ${field} = 'mileage' and ${sql.ref(`${lot}.odometer_image`)} = any(${sql.ref(`${lot}.images`)})
       then ${sql.ref(`${lot}.odometer_image`)} end`;

export const findContradictions = (db: Db | Tx, lotId: number) =>
  db
    .selectFrom('sheet_contradictions')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .select(['field', 'item_id', 'sheet_value', 'list_value', 'decision', 'decided_value'])
    .select(odometerPhoto(sql.ref('field'), 'lots').as('odometer_photo'))
    .where('lot_id', '=', lotId)
    .orderBy('field')
    .execute();

interface OpenRow {
  lot_id: string;
  lot_no: number;
  house: string;
  maker: string;
  model: string;
  year: number | null;
  photo: string | null;
  agent_cutoff_at: Date;
  bids: number;
  field: string;
  item_id: number;
  sheet_value: string;
  list_value: string;
  earlier_km: number | null;
  earlier_day: string | null;
  odometer_photo: string | null;
  total: number;
}

/** Undecided contradictions of upcoming lots in the order of the review, each with the number of all. */
export async function findOpenContradictions(db: Db, limit: number): Promise<OpenRow[]> {
  const { rows: found } = await sql<OpenRow>`
    with open as materialized (
      select c.field, c.item_id, c.sheet_value, c.list_value, l.id, l.agent_cutoff_at,
             (select count(*)::integer from bids b
               where b.lot_id = l.id and b.status in (${BID.new}, ${BID.bid}, ${BID.win})) as bids
        from sheet_contradictions c join lots l on l.id = c.lot_id
       where c.decision is null and ${UPCOMING}),
    shown as (
      select open.*, (select count(*)::integer from open) as total
        from open order by bids > 0 desc, agent_cutoff_at, id, field limit ${limit})
    select l.id::text as lot_id, l.lot_no, h.name as house, l.maker, l.model, l.year, l.images[1] as photo,
           l.agent_cutoff_at, o.bids, o.field, o.item_id, o.sheet_value, o.list_value, o.total,
           ${odometerPhoto(sql.ref('o.field'), 'l')} as odometer_photo,
           earlier.mileage_km as earlier_km, earlier.auction_day::text as earlier_day
      from shown o
      join lots l on l.id = o.id
      join auction_houses h on h.id = l.house_id
      left join lateral (select e.mileage_km, e.auction_day from lots e
         -- The index has only lots with a chassis number.
         where o.field = 'mileage' and e.chassis_number <> '' and e.chassis_number = l.chassis_number
           and e.auction_day < l.auction_day and e.mileage_km is not null
         order by e.auction_day desc limit 1) earlier on true
     order by o.bids > 0 desc, l.agent_cutoff_at, l.id, o.field`.execute(db);
  return found;
}

export const lockContradiction = (tx: Tx, lotId: number, field: string) =>
  tx
    .selectFrom('sheet_contradictions')
    .select(['field', 'item_id', 'sheet_value', 'list_value', 'decision', 'decided_value'])
    .where('lot_id', '=', lotId)
    .where('field', '=', field)
    .forUpdate()
    .executeTakeFirst();

interface Decision {
  lotId: number;
  field: string;
  decision: 'sheet' | 'list' | 'other' | 'both';
  value: string | null;
  by: number;
}

/** Stores a decision and writes its value to the lot. */
export async function storeDecision(tx: Tx, { lotId, field, decision, value, by }: Decision): Promise<void> {
  await tx
    .updateTable('sheet_contradictions')
    .set({ decision, decided_value: value, decided_by: by, decided_at: sql`clock_timestamp()` })
    .where('lot_id', '=', lotId)
    .where('field', '=', field)
    .execute();
  await sql`select apply_sheet_decisions(${lotId})`.execute(tx);
}

/** Notifies clients with open bids on a lot of a value that a manager confirmed, once per value. */
export const notifyBidders = (tx: Tx, { lotId, field, value }: { lotId: number; field: string; value: string }) =>
  sql`
    insert into notifications (user_id, kind, bid_id, lot_id, data, dedupe_key)
    select user_id, 'sheet_checked', max(id), lot_id,
           jsonb_build_object('sheetField', ${field}::text, 'sheetValue', ${value}::text),
           ${`sheet:${lotId}:${field}:${value}`}
      from bids where lot_id = ${lotId} and status in (${BID.new}, ${BID.bid})
     group by user_id, lot_id
    on conflict do nothing`.execute(tx);

interface SheetEvent {
  by: number;
  action: 'correct' | 'translate' | 'illegible' | 'teach' | 'read_again' | 'decide';
  readingId?: number | null;
  lotId?: number | null;
  field?: string | null;
  before?: string | null;
  after?: string | null;
}

export const logSheetEvent = (tx: Tx, { by, action, readingId, lotId, field, before, after }: SheetEvent) =>
  tx
    .insertInto('sheet_events')
    .values({
      user_id: by,
      action,
      reading_id: readingId ?? null,
      lot_id: lotId ?? null,
      field: field ?? null,
      before: before ?? null,
      after: after ?? null,
    })
    .execute();

export const lockItem = (tx: Tx, id: number) =>
  tx
    .selectFrom('sheet_items')
    .select(['id', 'reading_id', 'field', 'ja', 'guess', 'text_en', 'text_ru'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const setIllegible = (tx: Tx, id: number, by: number) =>
  tx
    .updateTable('sheet_items')
    .set({ ja: null, value: null, confidence: 0, corrected_by: by, corrected_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();

interface Translation {
  id: number;
  en: string;
  ru: string;
  by: number;
}

export const setTranslation = (tx: Tx, { id, en, ru, by }: Translation) =>
  tx
    .updateTable('sheet_items')
    .set({ text_en: en, text_ru: ru, corrected_by: by, corrected_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();

/** Unread places of all sheets with this text become read; returns how many sheets they are on. */
export async function applyLesson(tx: Tx, { field, ja }: { field: string; ja: string }): Promise<number> {
  const changed = await tx
    .updateTable('sheet_items')
    .set({ ja, confidence: 0.9 })
    .where('field', '=', field)
    .where('guess', '=', ja)
    .where('ja', 'is', null)
    .returning('reading_id')
    .execute();
  return new Set(changed.map(({ reading_id }) => reading_id)).size;
}

/** Puts a reading back into the queue; places that managers corrected stay. */
export async function resetReading(tx: Tx, readingId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sheet_readings')
    .set({ state: 'waiting', problem: null, asked_at: sql`clock_timestamp()`, read_at: null })
    .where('id', '=', readingId)
    .where('state', '<>', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('sheet_items').where('reading_id', '=', readingId).where('corrected_at', 'is', null).execute();
  return true;
}
