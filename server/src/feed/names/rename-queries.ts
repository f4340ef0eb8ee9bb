import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '../../platform/db/db.ts';

export interface Renaming {
  id: number;
  kind: 'maker' | 'model' | 'color' | 'grade';
  maker: string;
  old_name: string;
  names: string[] | null;
}

export const findRenaming = (db: Db): Promise<Renaming | undefined> =>
  db
    .selectFrom('feed_renamings')
    .select(['id', 'kind', 'maker', 'old_name', 'names'])
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .$castTo<Renaming>()
    .executeTakeFirst();

/** All merged names. */
export const findNameRules = async (
  db: Db,
): Promise<{ kind: string; maker: string; name: string; means: string }[]> => {
  const rows = await db
    .selectFrom('feed_names')
    .select(['kind', 'maker', 'name', 'stands_for'])
    .where('state', '=', 'merged')
    .execute();
  return rows.map(({ stands_for, ...rule }) => ({ ...rule, means: stands_for ?? rule.name }));
};

export async function finishRenaming(db: Db, id: number): Promise<void> {
  await db.updateTable('feed_renamings').set({ finished_at: sql`clock_timestamp()` }).where('id', '=', id).execute();
}

/** The lots with a name: $1 the name, $2 the maker if it is a model. */
const CARRIES = {
  maker: `l.maker = $1 and $2 = ''`,
  model: 'l.model = $1 and l.maker = $2',
  color: `l.color = $1 and $2 = ''`,
  grade: `l.condition = $1 and $2 = ''`,
} as const satisfies Record<Renaming['kind'], string>;

const LOT_BATCH_SIZE = 250;

/** Names every lot as an import would, by the current aliases and the source's own names. */
const renameStatement = (kind: Renaming['kind'], skipsLocked: boolean) => `
with rules as materialized (
  select kind, maker, name, stands_for from feed_names where state = 'merged' and kind <> 'house'
), given as (
  select l.id, l.maker as old_maker, l.model as old_model, l.color as old_color, l.condition as old_grade,
         coalesce(l.source_names ->> 'maker', l.maker) as maker, coalesce(l.source_names ->> 'model', l.model) as model,
         coalesce(l.source_names ->> 'color', l.color) as color,
         coalesce(l.source_names ->> 'grade', l.condition) as grade, l.source_names ->> 'house' as house
    from lots l
   where ${CARRIES[kind]} and ($3::text[] is null or l.source_names ->> '${kind}' = any ($3))
), made as (
  select g.*, coalesce(r.stands_for, g.maker) as new_maker
    from given g left join rules r on r.kind = 'maker' and r.name = g.maker
), named as (
  select m.*, coalesce(rm.stands_for, m.model) as new_model, coalesce(rc.stands_for, m.color) as new_color,
         coalesce(rg.stands_for, m.grade) as new_grade
    from made m
    left join rules rm on rm.kind = 'model' and rm.maker = m.new_maker and rm.name = m.model
    left join rules rc on rc.kind = 'color' and rc.name = m.color
    left join rules rg on rg.kind = 'grade' and rg.name = m.grade
), due as materialized (
  select * from named
   where row(new_maker, new_model, new_color, new_grade) is distinct from row(old_maker, old_model, old_color, old_grade)
   limit ${LOT_BATCH_SIZE * 4}
), held as materialized (
  select id from lots where id in (select id from due)
   order by id limit ${skipsLocked ? LOT_BATCH_SIZE : 1} for no key update ${skipsLocked ? 'skip locked' : ''}
), changed as (
  update lots l
     set maker = d.new_maker, model = d.new_model, color = d.new_color, condition = d.new_grade, updated_at = now(),
         source_names = nullif(jsonb_strip_nulls(jsonb_build_object(
           'maker', nullif(d.maker, d.new_maker), 'model', nullif(d.model, d.new_model),
           'color', nullif(d.color, d.new_color), 'grade', nullif(d.grade, d.new_grade), 'house', d.house)), '{}')
    from due d
   where l.id = d.id and l.id in (select id from held)
  returning l.id, l.status
), counted as (
  update feed_renamings set lots_changed = lots_changed + (select count(*) from changed) where id = $4
)
select coalesce(jsonb_agg(id), '[]') as changed,
       coalesce(jsonb_agg(id) filter (where status in (${LOT_STATUS.ongoing}, ${LOT_STATUS.upcoming})), '[]') as running
  from changed`;

/** Renames some of the lots; without `skipsHeld` exactly one, after waiting for its lock. */
export async function renameSome(
  client: PoolClient,
  { id, kind, maker, old_name, names }: Renaming,
  skipsLocked: boolean,
): Promise<{ changed: number[]; running: number[] }> {
  const { rows } = await client.query<{ changed: number[]; running: number[] }>(renameStatement(kind, skipsLocked), [
    old_name,
    maker,
    names,
    id,
  ]);
  return rows[0] as { changed: number[]; running: number[] };
}
