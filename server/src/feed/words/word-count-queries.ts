import type { WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { sql } from 'kysely';
import type { Database, Db } from '../../platform/db/db.ts';
import type { WordAt } from './word-queries.ts';

export interface CountedWord {
  kind: WordKind;
  word: string;
  lots: number;
}

/** The most frequent terms of each kind; rare ones are not worth translating. */
const MAX_TERMS = 1_000;
const LATELY_DAYS = 30;

const COLUMNS = sql.raw('color, equip, gearbox, drive, condition, remarks, mileage_note, inspection');
const salesOf = (page: 'stats' | 'bike-stats') => sql`
  select ${COLUMNS} from lots
   where sales_page = ${sql.lit(page)}
     and time_down > (now() at time zone 'Asia/Tokyo') - make_interval(days => ${LATELY_DAYS})`;

/** Groups whole values before splitting them: a hundred thousand lots have a few hundred colors. */
const COUNT = sql`
with shown as materialized (
  select ${COLUMNS} from lots where upcoming_page is not null
  union all ${salesOf('stats')} union all ${salesOf('bike-stats')}
), found as (
  select 'color' as kind, part as word, lots
    from (select color, count(*) as lots from shown group by 1) c
   cross join lateral (
     select distinct on (upper(trim(p))) trim(p) as part from regexp_split_to_table(c.color, '[/+・]') p) parts
  union all
  select 'equipment', part, lots
    from (select equip, count(*) as lots from shown where equip !~* '^\\s*(not equipped|-|–)?\\s*$' group by 1) e
   cross join lateral (
     select distinct on (upper(part)) part from regexp_split_to_table(e.equip, '[\\s,、/]+') part) parts
  union all select 'gearbox', gearbox, count(*) from shown group by 2
  union all select 'drive', drive, count(*) from shown group by 2
  union all select 'grade', condition, count(*) from shown group by 2
  union all
  select 'remark', part, lots
    from (select remarks, count(*) as lots from shown group by 1) r
   cross join lateral (select distinct part from regexp_split_to_table(r.remarks, ', ') part) parts
  union all select 'remark', mileage_note, count(*) from shown group by 2
  union all
  select 'remark', remark, count(*)
    from shown cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(inspection -> 'remarks') when 'array' then inspection -> 'remarks' else '[]' end) remark
   group by 2
  union all
  select n.kind, n.word, count(*)
    from shown
   cross join lateral jsonb_path_query(inspection, '$.zones[*].notes[*]') note
   cross join lateral (values
     ('part', trim(regexp_replace(note ->> 'part', '[#:,\\s-]+', ' ', 'g'))),
     ('finding', trim(regexp_replace(note ->> 'finding', '[#:,\\s-]+', ' ', 'g')))) n(kind, word)
   group by 1, 2
), added as (
  select kind, word, sum(lots)::integer as lots from found where word <> '' group by 1, 2
), ranked as (
  select *, row_number() over (partition by kind order by lots desc, word) as place from added
)
select kind, word, lots from ranked where place <= ${sql.lit(MAX_TERMS)} order by kind, lots desc, word`;

/** Counts in a read-only transaction without a statement timeout. */
export const countWords = (db: Db): Promise<CountedWord[]> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return (await sql<CountedWord>`${COUNT}`.execute(tx)).rows;
    });

/** Whether an import has finished since the last count, and `restTimes` times the duration of that count has passed. */
export async function isCountDue({ db }: Pick<Database, 'db'>, restTimes: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(c.counted_at < clock_timestamp() - make_interval(secs => ${restTimes} * c.took_ms / 1000.0)
                    and c.counted_at < i.finished_at, true) as due
      from (select max(finished_at) as finished_at
              from (select finished_at from feed_imports order by id desc limit 100) last_ones) i
      left join vehicle_word_countings c on true`.execute(db);
  return rows[0]?.due ?? true;
}

export const saveCounts = (
  db: Db,
  counts: readonly (WordAt & { word: string; lots: number })[],
  tookMs: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Two workers may have counted at the same time.
    await sql`lock table vehicle_word_countings in exclusive mode`.execute(tx);
    await tx.deleteFrom('vehicle_word_counts').execute();
    await sql`
      insert into vehicle_word_counts (kind, key, word, lots)
      select kind, key, word, lots from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as c(kind text, key text, word text, lots integer)`.execute(tx);
    await tx.deleteFrom('vehicle_word_countings').execute();
    await sql`
      insert into vehicle_word_countings (counted_at, took_ms)
      values (clock_timestamp() - make_interval(secs => ${tookMs} / 1000.0), ${tookMs})`.execute(tx);
  });
