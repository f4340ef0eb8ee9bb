import type { PoolClient } from 'pg';

export interface SeenName {
  kind: 'maker' | 'model' | 'color' | 'grade' | 'house';
  /** For models. */
  maker: string;
  name: string;
  source: string;
  /** Another name for it from a built-in table. */
  hint?: string;
  state: 'new' | 'own';
}

/** Increases with every decision about a name. */
const RULES_VERSION = 'select coalesce(max(id), 0) as version from feed_name_events';

export async function findRulesVersion(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>(RULES_VERSION);
  return rows[0]?.version ?? 0;
}

export interface Rule {
  kind: SeenName['kind'];
  maker: string;
  name: string;
  means: string;
}

export async function findRules(client: PoolClient): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(
    `select kind, maker, name, stands_for as means from feed_names where state = 'merged'`,
  );
  return rows;
}

/** Updates the last-seen time at most once an hour, because sources are polled every few minutes. */
const WRITE_NAMES = `
with given as (
  select distinct on (kind, maker, name) *
    from jsonb_to_recordset($1::jsonb) as g(kind text, maker text, name text, source text, hint text, state text)
   order by kind, maker, name
), seen as (
  update feed_names n set last_seen_at = now()
    from given g where (n.kind, n.maker, n.name) = (g.kind, g.maker, g.name) and n.last_seen_at < now() - interval '1 hour'
), housed as (
  update feed_names n set state = 'own'
    from given g where n.kind = 'house' and g.kind = 'house' and n.name = g.name and n.state = 'new' and g.state = 'own'
  returning n.id
), told as (
  insert into feed_name_events (name_id, event) select id, 'accepted' from housed
)
insert into feed_names (kind, maker, name, source, hint, state)
select kind, maker, name, source, hint, state from given g
 where not exists (select from feed_names n where (n.kind, n.maker, n.name) = (g.kind, g.maker, g.name))
 order by kind, maker, name
on conflict (kind, maker, name) do nothing`;

export async function writeNames(client: PoolClient, names: readonly SeenName[]): Promise<void> {
  if (names.length > 0) await client.query(WRITE_NAMES, [JSON.stringify(names)]);
}
