import { ROLE } from '@seri/contract/auth/permissions.ts';
import { Pool } from 'pg';
import { bidRoutes } from '../../../server/src/bids/routes.ts';
import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { bareStatements, statementsOf } from '../lists/beside-sql.ts';
import { seedLots } from '../lists/seed-lots.ts';
import { benchCluster } from '../tools/cluster.ts';
import { row } from '../tools/load.ts';
import { oneByOne, overHttp } from '../tools/over-http.ts';
import { severalPeople } from '../tools/several-people.ts';

const CLIENTS = 500;
const LOTS = 20_000;
const BIDS = 10_000;
const CLOSED = 300_000;
const LOAD = { lanes: 8, seconds: 8 };
const ALONE = { lanes: 1, seconds: 4 };

/** A manager's lists with 10,000 open bids of the day and an archive of 300,000, compared with their plain SQL. */
export async function bidLists(scale: number): Promise<void> {
  const cluster = await benchCluster();
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    const manager = await createPerson(database.db, { roleId: ROLE.manager });
    await seedLots(cluster.url, LOTS);
    const day = await seedBids(cluster.url, manager.id, scale);
    const asked: Record<string, string> = {
      'bid manager, first page': '/v1/bid/index',
      'of the day': `/v1/bid/index?auctionDate=${day}`,
      'of the day, page 400': `/v1/bid/index?auctionDate=${day}&page=400`,
      'new ones by amount': '/v1/bid/index?bidStatus=1&sort=bidAmount&order=DESC',
      'by house and grade': '/v1/bid/index?auction=House+7&condition=4.5',
      'of the own clients': '/v1/bid/index?mine=1',
      'archive, first page': '/v1/bid/history',
      'choices of the filters': '/v1/bid/filters',
      'hints of a lot number': '/v1/bid/search?lotNo=12',
    };
    const paths = Object.values(asked);
    const statements = await statementsOf(cluster.url, manager.cookie, paths, (app, parts) =>
      bidRoutes(app, parts, { settleWin: async () => {} }),
    );
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const who = { cookie: manager.cookie.replace('3000', String(port)) };
    const managers = await severalPeople(database.db, port, { roleId: ROLE.manager });
    process.stdout.write(
      `\n${Math.round(BIDS * scale)} open bids of ${CLIENTS} clients over ${Math.round(CLOSED * scale)} closed ones, ${LOAD.lanes} at a time, and alone\n\n` +
        '| | per second | p50 ms | p99 ms | errors | bare per second | ratio | alone p50 ms | bare alone |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n',
    );
    for (const [index, [name, path]] of Object.entries(asked).entries()) {
      const own = [statements[index] ?? []];
      const bareAlone = await bareStatements(cluster.url, own, ALONE);
      const alone = await oneByOne(server.url, [path], who, ALONE.seconds);
      const bare = await bareStatements(cluster.url, own, LOAD);
      // The other managers have no assigned clients.
      const http = await overHttp(server.url, [path], path.endsWith('mine=1') ? who : managers, LOAD);
      const more = [bare.perSecond.toFixed(0), (http.perSecond / bare.perSecond).toFixed(2)];
      process.stdout.write(
        `${row(name, http)} ${[...more, alone.p50Ms.toFixed(1), bareAlone.p50Ms.toFixed(1)].join(' | ')} |\n`,
      );
    }
    await server.kill();
    await database.close();
  } finally {
    await cluster.end();
  }
}

/** Seeds bids of an upcoming day, and closed ones on a tenth of the lots, which ran a month ago; returns the day. */
async function seedBids(url: string, managerId: number, scale: number): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const clients = `
    with made as (
      insert into users (email, full_name, user_type, role_id, permissions, manager_id)
      select 'client-' || n || '@bench.test', 'Client ' || n, 2, ${ROLE.client}, '{}', case when n % 10 = 0 then ${managerId} end
        from generate_series(1, ${CLIENTS}) n returning id)
    insert into bid_clients (user_id, credit_limit_yen) select id, -1 from made`;
  await pool.query(clients);
  const shift = `auction_day = auction_day - 30, auction_at = auction_at - interval '30 days', bids_close_at = bids_close_at - interval '30 days',
    agent_cutoff_at = agent_cutoff_at - interval '30 days', cancel_until = cancel_until - interval '30 days', status = 4533`;
  await pool.query(`update lots set ${shift} where id % 10 = 0`);
  const bid = (statuses: string, lots: string) => `
    insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status, group_value)
    select l.id, u.user_id, u.user_id, 'auction', 5000 * (60 + (l.id + u.n) % 90), (${statuses})[1 + (l.id + u.n) % 10], case when u.n % 4 = 0 then 1 end
      from ${lots} l cross join lateral (
        select user_id, row_number() over () as n from (select user_id from bid_clients order by hashint8(user_id + l.id) limit $1) few) u`;
  const { rows } = await pool.query<{ day: string }>(
    `select auction_day::text as day from lots where status = 4532 group by 1 order by count(*) desc limit 1`,
  );
  const day = rows[0]?.day ?? '';
  const closedLots = LOTS / 10;
  await pool.query(bid('array[5,5,5,5,5,5,4,4,7,5]', '(select id from lots where id % 10 = 0)'), [
    Math.round((CLOSED * scale) / closedLots),
  ]);
  await pool.query(
    bid(
      'array[1,1,1,2,2,2,2,2,3,4]',
      `(select id from lots where auction_day = '${day}' and id % 10 <> 0 order by id limit 2000)`,
    ),
    [Math.round((BIDS * scale) / 2_000)],
  );
  await pool.query('vacuum analyze bids');
  await pool.query('vacuum analyze lots');
  await pool.end();
  return day;
}
