import type { SheetField } from '@seri/contract/sheets/fields.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { addJob, hurryJob } from '../platform/jobs/jobs.ts';

export type Box = [left: number, top: number, width: number, height: number];

export interface Place {
  field: SheetField;
  label: Box;
  value: Box;
  /** The printed label. */
  ja: string;
}

export const findReading = (db: Db | Tx, hash: string) =>
  db
    .selectFrom('sheet_readings')
    .select(['id', 'state', 'form', 'places', 'lot_id', 'corners', 'reader', 'problem'])
    .where('picture_hash', '=', hash)
    .executeTakeFirst();

export const findReadingById = (db: Db, id: number) =>
  db
    .selectFrom('sheet_readings')
    .select(['id', 'state', 'lot_id', 'picture_hash', 'form', 'reader'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function countWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('sheet_readings')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** Records a picture to be read, with its job; does nothing if it is recorded already. `isAhead`: nobody has opened it. */
export async function insertReading(
  tx: Tx,
  picture: { hash: string; lotId: number },
  { isAhead = false } = {},
): Promise<void> {
  const row = await tx
    .insertInto('sheet_readings')
    .values({ picture_hash: picture.hash, lot_id: picture.lotId })
    .onConflict((conflict) => conflict.column('picture_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await addJob(tx, 'read_sheet', { readingId: row.id }, { key: keyOf(row.id), isSpare: isAhead });
}

const keyOf = (readingId: number) => `sheet:${readingId}`;

/** Somebody waits for a reading that was queued ahead. */
export const hurryReading = (db: Db, id: number) => hurryJob(db, 'read_sheet', { readingId: id }, keyOf(id));

/** Records which reading is that of a lot's current sheet, and compares the two when it is new. */
export async function linkLot(tx: Tx, { lotId, hash }: { lotId: number; hash: string }): Promise<void> {
  const { rows } = await sql<{ lot_id: number }>`
    insert into lot_sheets as s (lot_id, reading_id)
    select ${lotId}, id from sheet_readings where picture_hash = ${hash}
    on conflict (lot_id) do update set reading_id = excluded.reading_id where s.reading_id <> excluded.reading_id
    returning lot_id`.execute(tx);
  if (rows.length > 0) await sql`select refresh_sheet_contradictions(${lotId})`.execute(tx);
}

/** Compares all lots of a reading with it. */
export const compareLots = (tx: Tx, readingId: number) =>
  sql`select refresh_sheet_contradictions(lot_id) from lot_sheets where reading_id = ${readingId} order by lot_id`.execute(
    tx,
  );

export interface NewItem {
  field: string;
  ja: string | null;
  confidence: number;
  box: Box;
  guess: string | null;
  value: string | null;
}

interface NewReading {
  form: string | null;
  places: readonly Place[];
  items: readonly NewItem[];
  corners: number[] | null;
  reader: 'own' | 'service';
}

/** Stores a reading with its items; does nothing if another worker has stored one. */
export async function storeReading(
  tx: Tx,
  id: number,
  { form, places, items, corners, reader }: NewReading,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sheet_readings')
    .set({ state: 'read', form, corners, reader, places: JSON.stringify(places), read_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n || items.length === 0) return;
  await tx
    .insertInto('sheet_items')
    .values(items.map(({ box, ...item }) => ({ reading_id: id, ...item, box: [...box] })))
    .execute();
  await compareLots(tx, id);
}

export const markFailed = (db: Db, id: number, problem: string | null = null) =>
  db
    .updateTable('sheet_readings')
    .set({ state: 'failed', problem, read_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();

export const findItems = (db: Db, readingId: number) =>
  db
    .selectFrom('sheet_items')
    .select(['id', 'field', 'ja', 'confidence', 'box', 'corrected_at', 'text_en', 'text_ru'])
    .where('reading_id', '=', readingId)
    .orderBy('id')
    .execute();

export const findItem = (db: Db, readingId: number, id: number) =>
  db
    .selectFrom('sheet_items')
    .select('box')
    .where('reading_id', '=', readingId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns the item's field, or undefined when there is no such item. */
export const correctItem = (
  tx: Tx,
  { id, ja, value, by }: { id: number; ja: string; value: string | null; by: number },
) =>
  tx
    .updateTable('sheet_items')
    .set({
      ja,
      value,
      confidence: 1,
      text_en: null,
      text_ru: null,
      corrected_by: by,
      corrected_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returning('field')
    .executeTakeFirst();

/** An empty side keeps the glossary's text. */
export async function teachTerm(
  tx: Tx,
  { field, ja, en, ru, by }: { field: string; ja: string; en: string | null; ru: string | null; by: number },
): Promise<void> {
  await tx
    .insertInto('glossary_words')
    .values({ field, ja, en, ru, changed_by: by })
    .onConflict((conflict) =>
      conflict.columns(['field', 'ja']).doUpdateSet({
        en: sql`coalesce(excluded.en, glossary_words.en)`,
        ru: sql`coalesce(excluded.ru, glossary_words.ru)`,
        changed_by: by,
        changed_at: sql`clock_timestamp()`,
      }),
    )
    .execute();
}

export const findTaughtTerms = (db: Db) =>
  db.selectFrom('glossary_words').select(['field', 'ja', 'en', 'ru', 'changed_at']).execute();

export async function findHouseNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('auction_houses').select('name').execute();
  return rows.map(({ name }) => name);
}
