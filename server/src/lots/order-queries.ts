import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { all, type Condition } from './matching-queries.ts';
import { type Anchor, behind, type Part } from './part-queries.ts';

/** So many rows a plan that is kept is made for: it must know about how few they are, and pages with one text share it. */
const PLANNED_FOR = [200, 1_000, 2_500];

interface Rows {
  anchor: Anchor | null;
  most: number;
  /** Its plan is kept, for other numbers of rows as well; else each number stands in the text, which is planned sooner. */
  isKept: boolean;
}

/**
 * The rows of a list after an anchor, `most` of them; `place` orders them inside their part. A part is read when those
 * before it have too few.
 */
function rowsAfter(parts: Part[], where: Condition, { anchor, most, isKept }: Rows): RawBuilder<unknown> {
  const first = anchor?.part ?? 0;
  const planned = isKept ? (PLANNED_FOR.find((rows) => most <= rows) ?? most) : most;
  const stretches = parts.slice(first).map((part, index) => {
    const { key, type } = part;
    const direction = part.isDescending ? sql`desc` : sql`asc`;
    const by = sql`${key} ${direction}, id ${direction}`;
    const after = index === 0 && anchor ? [behind(part, anchor)] : [];
    const rows = sql`select ${sql.lit(first + index)} as part, row_number() over (order by ${by}) as place, id,
          ${key}::${sql.raw(type)} as key
        from lots where ${all([where, part.where, ...after])} order by ${by} limit ${sql.lit(planned)}`;
    if (index === 0 && !isKept) return rows;
    const before = parts.slice(first, first + index).map((_, at) => sql` - (select count(*) from ${nameOf(at)})`);
    return sql`select * from (${rows}) planned limit ${given(most, isKept)}${sql.join(before, sql``)}`;
  });
  const [last, ...others] = stretches.reverse();
  if (others.length === 0) return sql`(${last})`;
  const named = others.reverse().map((rows, index) => sql`${nameOf(index)} as materialized (${rows})`);
  const told = others.map((_, index) => sql`select * from ${nameOf(index)} union all`);
  return sql`(with ${sql.join(named)} ${sql.join(told, sql` `)} (${last}))`;
}

const given = (rows: number, isKept: boolean) => (isKept ? sql`${rows}::integer` : sql.lit(rows));
const nameOf = (part: number) => sql.raw(`part_${part}`);

/** Ids of one page of a common list with their place in the list, `skip` rows behind the anchor. */
export const idsOfPage = (
  parts: Part[],
  where: Condition,
  { anchor, skip, size }: { anchor: Anchor | null; skip: number; size: number },
): RawBuilder<unknown> =>
  sql`select id, part, place from ${rowsAfter(parts, where, { anchor, most: skip + size, isKept: true })} rows
      order by part, place limit ${size}::integer offset ${skip}::integer`;

/** Every `step`th row of the next `most` behind an anchor. */
export async function findAnchors(
  db: Db,
  parts: Part[],
  where: Condition,
  { anchor, step, most }: { anchor: Anchor | null; step: number; most: number },
): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select part, key::text as key, id from (
      select part, key, id, row_number() over (order by part, place) as position
        from ${rowsAfter(parts, where, { anchor, most, isKept: false })} rows
    ) numbered where position % ${step}::integer = 0 and position <= ${most}::integer order by position`.execute(db);
  return rows;
}
