import type { NameKind, NameState } from '@seri/contract/feed/list-search.ts';
import { sql } from 'kysely';
import { type Actor, actorIdOf, tokenIdOf } from '../../platform/calls/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

const NAMES_LOCK = 7_274_003;

export const lockNames = (tx: Tx) => sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(tx);

export interface Name {
  id: number;
  kind: NameKind;
  maker: string;
  name: string;
  state: NameState;
  stands_for: string | null;
}

export const findName = (tx: Tx, id: number): Promise<Name | undefined> =>
  tx
    .selectFrom('feed_names')
    .select(['id', 'kind', 'maker', 'name', 'state', 'stands_for'])
    .where('id', '=', id)
    .$castTo<Name>()
    .executeTakeFirst();

/** Whether the auction house has a row, so that lots can refer to it. */
export const hasRow = async (tx: Tx, house: string): Promise<boolean> =>
  (await tx.selectFrom('auction_houses').select('id').where('name', '=', house).executeTakeFirst()) !== undefined;

export const saveState = (tx: Tx, id: number, to: { state: NameState; target_id: number | null }) =>
  tx
    .updateTable('feed_names')
    .set({ ...to, stands_for: null })
    .where('id', '=', id)
    .execute();

type Family = Pick<Name, 'kind' | 'maker'>;

/** Updates the end of the alias chain of each merged name. */
export const refreshMeanings = (tx: Tx, { kind, maker }: Family) =>
  sql`
    with recursive walk as (
      select id, target_id from feed_names where kind = ${kind} and maker = ${maker} and state = 'merged'
      union all
      select w.id, t.target_id from walk w join feed_names t on t.id = w.target_id where t.target_id is not null
    ), ends as (
      select w.id, t.name from walk w join feed_names t on t.id = w.target_id where t.target_id is null
    )
    update feed_names n set stands_for = e.name from ends e where n.id = e.id and n.stands_for is distinct from e.name
  `.execute(tx);

/** The merged names of a kind, for models within a maker, with their canonical names. */
export const findMeanings = (tx: Tx, { kind, maker }: Family) =>
  tx
    .selectFrom('feed_names')
    .select(['name', 'stands_for as means'])
    .where('kind', '=', kind)
    .where('maker', '=', maker)
    .where('state', '=', 'merged')
    .execute();

/** Copies the models of a maker that became an alias to its canonical maker: the models it lacks, each with its alias. */
export async function copyModels(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into feed_names (kind, maker, name, state, source, first_seen_at, last_seen_at)
    select 'model', ${to}, name, state, source, first_seen_at, last_seen_at from feed_names
     where kind = 'model' and maker = ${from} and state <> 'merged' order by id
    on conflict (kind, maker, name) do nothing`.execute(tx);
  await sql`
    insert into feed_names (kind, maker, name, state, target_id, stands_for, source, first_seen_at, last_seen_at)
    select 'model', ${to}, n.name, 'merged', t.id, t.name, n.source, n.first_seen_at, n.last_seen_at
      from feed_names n join feed_names t on t.kind = 'model' and t.maker = ${to} and t.name = n.stands_for
     where n.kind = 'model' and n.maker = ${from} and n.state = 'merged' and t.state <> 'merged' order by n.id
    on conflict (kind, maker, name) do nothing`.execute(tx);
}

export async function insertNameEvent(
  tx: Tx,
  { nameId, event, targetId, by }: { nameId: number; event: string; targetId: number | null; by: Actor },
): Promise<void> {
  const row = { name_id: nameId, event, target_id: targetId, actor_id: actorIdOf(by), token_id: tokenIdOf(by) };
  await tx.insertInto('feed_name_events').values(row).execute();
  await addJob(tx, 'apply_names', {}, { key: 'apply_names' });
}

/** Queues lots with the old name for the worker; with `names` only those whose source wrote one of them. */
export async function insertRenaming(
  tx: Tx,
  { id, kind, maker }: Name,
  { oldName, names }: { oldName: string; names: string[] | null },
): Promise<void> {
  await tx.insertInto('feed_renamings').values({ name_id: id, kind, maker, old_name: oldName, names }).execute();
}
