import type { PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { type Audience, onPage } from './matching-queries.ts';

/** Lots of each maker and model from the counters, and for who sees private lots those besides. */
const modelsOf = (pageType: PageType, audience: Audience) => {
  const counted = sql`select maker, model, lots from lot_counters
    where page = ${pageType} and facet = 'total' and model <> '' and lots > 0`;
  const privately = sql`union all select maker, model, 1 from lots where ${onPage(pageType, audience)} and is_private`;
  return audience === 'everybody' ? counted : sql`${counted} ${privately}`;
};

/** Makers that have lots on the page. */
export async function findMakers(db: Db, pageType: PageType, audience: Audience): Promise<string[]> {
  const { rows } = await sql<{ maker: string }>`
    select distinct maker from (${modelsOf(pageType, audience)}) models order by maker`.execute(db);
  return rows.map((row) => row.maker);
}

export async function findModels(
  db: Db,
  pageType: PageType,
  maker: string,
  audience: Audience,
): Promise<{ model: string; lots: number }[]> {
  const { rows } = await sql<{ model: string; lots: number }>`
    select model, sum(lots)::integer as lots from (${modelsOf(pageType, audience)}) models
    where maker = ${maker} group by model order by model`.execute(db);
  return rows;
}
