import type { WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { sql } from 'kysely';
import { type Actor, actorIdOf, tokenIdOf } from '../../platform/calls/actor.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

const WORDS_LOCK = 7_274_004;

/** Serializes changes, so that each sees the value it overwrites and the number of terms. */
export const lockTerms = (tx: Tx) => sql`select pg_advisory_xact_lock(${WORDS_LOCK})`.execute(tx);

export interface WordAt {
  kind: WordKind;
  key: string;
}
export interface BothLanguages {
  en: string;
  ru: string;
}

export const findOverrides = (db: Db) =>
  db
    .selectFrom('vehicle_words')
    .select(['kind', 'key', 'word', 'en', 'ru'])
    .$castTo<WordAt & BothLanguages & { word: string }>()
    .execute();

export const findOverride = (tx: Tx, { kind, key }: WordAt) =>
  tx
    .selectFrom('vehicle_words')
    .select(['word', 'en', 'ru'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();

export async function countOverrides(tx: Tx): Promise<number> {
  const { words } = await tx
    .selectFrom('vehicle_words')
    .select((eb) => eb.fn.countAll<number>().as('words'))
    .executeTakeFirstOrThrow();
  return Number(words);
}

export async function findLastChange(tx: Tx, { kind, key }: WordAt): Promise<number | null> {
  const last = await tx
    .selectFrom('vehicle_word_events')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

export const saveOverride = (tx: Tx, row: WordAt & BothLanguages & { word: string }) =>
  tx
    .insertInto('vehicle_words')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ en: row.en, ru: row.ru }))
    .execute();

export const removeOverride = (tx: Tx, { kind, key }: WordAt) =>
  tx.deleteFrom('vehicle_words').where('kind', '=', kind).where('key', '=', key).execute();

/** Without `to` the override was removed. */
export async function insertTermEvent(
  tx: Tx,
  { to, by, ...at }: WordAt & { word: string; to: BothLanguages | null; by: Actor },
): Promise<void> {
  const row = { ...at, en: to?.en ?? null, ru: to?.ru ?? null, actor_id: actorIdOf(by), token_id: tokenIdOf(by) };
  await tx.insertInto('vehicle_word_events').values(row).execute();
}

export interface WordChange {
  key: string;
  changeId: number;
  en: string | null;
  ru: string | null;
  by: string | null;
  at: Date;
}

/** The newest changes of each of these terms, newest first. */
export async function findChanges(
  db: Db,
  { kind, keys, most }: { kind: WordKind; keys: readonly string[]; most: number },
): Promise<WordChange[]> {
  const { rows } = await sql<WordChange>`
    select k.key, e.*
      from unnest(${[...keys]}::text[]) k(key)
     cross join lateral (
       select e.id as "changeId", e.en, e.ru, coalesce(u.full_name, t.name) as by, e.at
         from vehicle_word_events e left join users u on u.id = e.actor_id left join service_tokens t on t.id = e.token_id
        where e.kind = ${kind} and e.key = k.key order by e.id desc limit ${most}) e
     order by e."changeId" desc`.execute(db);
  return rows;
}

export const findCounts = (db: Db) =>
  db
    .selectFrom('vehicle_word_counts')
    .select(['kind', 'key', 'word', 'lots'])
    .$castTo<WordAt & { word: string; lots: number }>()
    .execute();

export const findCounting = (db: Db) =>
  db.selectFrom('vehicle_word_countings').select(['counted_at', 'took_ms']).executeTakeFirst();

/** Terms that managers taught by correcting sheets. */
export const findTaughtTerms = (db: Db) =>
  db.selectFrom('glossary_words').select(['field', 'ja', 'en', 'ru']).execute();
