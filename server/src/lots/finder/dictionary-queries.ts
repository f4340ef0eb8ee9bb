import type { DictionaryNames } from '@seri/contract/lots/finder/dictionary.ts';
import { wordKey } from '@seri/contract/lots/word-table.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { LIST_TABLES } from '../list-index/columns.ts';

/** More trims, codes or engines than any market has; a feed full of errors must not fill the memory. */
const MAX_NAMES = 50_000;

interface NameRow {
  maker: string;
  model: string;
  value: string;
}

const everyLot = sql`(${sql.join(
  LIST_TABLES.map(
    (table) =>
      sql`select maker, model, chassis_code, displacement_cc, trim_words, color, gearbox, condition from ${sql.table(table)} where is_private = 0`,
  ),
  sql` union all `,
)}) lots`;

/** Values of a column with the models that have them, the most frequent first; only public lots are read. */
export const namesOf = (column: 'chassis_code' | 'displacement_cc' | 'trim_words'): RawBuilder<NameRow> => sql`
  select maker, model, ${sql.ref(column)}::varchar as value from ${everyLot}
   where ${sql.ref(column)} is not null and ${sql.ref(column)}::varchar <> ''
   group by maker, model, ${sql.ref(column)} order by count(*) desc, maker, model, value limit ${sql.lit(MAX_NAMES)}`;

export const modelNames = (): RawBuilder<{ maker: string; model: string }> =>
  sql`select distinct maker, model from ${everyLot} order by maker, model limit ${sql.lit(MAX_NAMES)}`;

export const valuesOf = (column: 'color' | 'gearbox' | 'condition'): RawBuilder<{ value: string }> => sql`
  select ${sql.ref(column)} as value from ${everyLot} where ${sql.ref(column)} <> ''
   group by 1 order by count(*) desc, 1 limit ${sql.lit(MAX_NAMES)}`;

export const houseNames = (): RawBuilder<{ name: string }> => sql`select name from auction_houses order by name`;

type Alias = DictionaryNames['aliases'][number];
const ALIAS_KINDS = ['maker', 'model', 'color', 'house'] as const;

/** Names that managers have merged into others, and their translations of colors and equipment. */
export async function findAliases(db: Db, colors: readonly string[]): Promise<Alias[]> {
  const names = await db
    .selectFrom('feed_names')
    .select(['kind', 'maker', 'name', 'stands_for'])
    .where('state', '=', 'merged')
    .where('stands_for', 'is not', null)
    .where('kind', 'in', ALIAS_KINDS)
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute();
  const words = await db
    .selectFrom('vehicle_words')
    .select(['kind', 'key', 'en', 'ru'])
    .where('kind', 'in', ['color', 'equipment'])
    .orderBy('key')
    .execute();
  const byKey = Map.groupBy(colors, wordKey);
  return [
    ...names.map(({ kind, maker, name, stands_for }) => ({
      kind: kind as Alias['kind'],
      maker,
      value: stands_for ?? '',
      spelling: name,
    })),
    ...words.flatMap(({ kind, key, en, ru }) =>
      (kind === 'color' ? (byKey.get(key) ?? []) : [key]).flatMap((value) =>
        [en, ru]
          .filter((text) => text !== null && text !== '')
          .map((spelling) => ({ kind: kind as Alias['kind'], value, spelling: spelling as string })),
      ),
    ),
  ];
}
