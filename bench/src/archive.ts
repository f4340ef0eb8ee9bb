import { PAGES } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';
import { openDatabase } from '../../server/src/platform/db.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { liftBudgets } from '../../server/src/testing/budgets.ts';
import { createPerson } from '../../server/src/testing/people.ts';
import { freePort, startServerProcess } from '../../server/src/testing/processes.ts';
import { archiveCluster, type Extent } from './archive-data.ts';
import { bareStatements, type Load, oneByOne, overHttp, statementsOf } from './beside-sql.ts';
import type { Figures } from './load.ts';

const WHOLE: Extent = { live: 1_000_000, sales: 10_000_000 };
/** How much smaller the archive is that growth is measured from (quality P16). */
const GROWTH = 10;
const LOAD: Load = { lanes: 8, seconds: 5 };
/** Somebody alone at the portal: what a page costs without a queue. */
const ALONE: Load = { lanes: 1, seconds: 4 };
/** An auction morning: more at once than two cores can work on (quality P2). */
const CROWD: Load = { lanes: 32, seconds: 5 };

interface Measured {
  call: string;
  bare: Figures;
  http: Figures;
  aloneP50Ms: number;
  bareAloneP50Ms: number;
  crowdP99Ms: number;
}

/**
 * Listing, choices, makers, models and a lot of the car auction and the statistics over a large archive: through the
 * server beside the same statements bare, first on a tenth of the rows, then on all of them.
 */
export async function archive(scale: number, only = ''): Promise<void> {
  const whole = { live: Math.round(WHOLE.live * scale), sales: Math.round(WHOLE.sales * scale) };
  const tenth = { live: Math.round(whole.live / GROWTH), sales: Math.round(whole.sales / GROWTH) };
  const small = await measure(tenth, only);
  const large = await measure(whole, only);
  process.stdout.write(
    `\n${whole.live} live lots and ${whole.sales} sales, ${LOAD.lanes} at a time; alone: one at a time; crowd: ${CROWD.lanes}; growth: p50 alone against a tenth of the rows\n\n` +
      '| call | per second | bare | ratio | p50 ms | p99 ms | crowd p99 ms | alone p50 ms | bare | growth |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n' +
      `${large.map((row, index) => line(row, small[index])).join('\n')}\n`,
  );
}

function line(
  { call, bare, http, aloneP50Ms, bareAloneP50Ms, crowdP99Ms }: Measured,
  before: Measured | undefined,
): string {
  const growth = before ? (aloneP50Ms / Math.max(before.aloneP50Ms, 0.1)).toFixed(2) : '';
  const cells = [
    call,
    http.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    (http.perSecond / bare.perSecond).toFixed(2),
    http.p50Ms.toFixed(1),
    http.p99Ms.toFixed(1),
    crowdP99Ms.toFixed(0),
    aloneP50Ms.toFixed(1),
    bareAloneP50Ms.toFixed(1),
    growth,
  ];
  return `| ${cells.join(' | ')} |${http.errors ? ` ${http.errors} errors` : ''}`;
}

async function measure(extent: Extent, only: string): Promise<Measured[]> {
  process.stdout.write(`\n${extent.live} live lots, ${extent.sales} sales\n`);
  const cluster = await archiveCluster(extent);
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    const person = await createPerson(database.db);
    await database.close();
    const calls = (await callsOf(cluster.url)).filter(({ call }) => call.includes(only));
    const statements = await statementsOf(
      cluster.url,
      person.cookie,
      calls.map(({ path }) => path),
    );
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const cookie = person.cookie.replace('3000', String(port));
    const measured: Measured[] = [];
    for (const [index, { call, path }] of calls.entries()) {
      const asked = [statements[index] ?? []];
      const bareAlone = await bareStatements(cluster.url, asked, ALONE);
      const alone = await oneByOne(server.url, path, cookie, ALONE.seconds);
      const bare = await bareStatements(cluster.url, asked, LOAD);
      const http = await overHttp(server.url, [path], cookie, LOAD);
      const crowd = await overHttp(server.url, [path], cookie, CROWD);
      const middles = { aloneP50Ms: alone.p50Ms, bareAloneP50Ms: bareAlone.p50Ms };
      measured.push({ call, bare, http, ...middles, crowdP99Ms: crowd.p99Ms });
      process.stdout.write(`  ${call}: ${http.perSecond.toFixed(0)}/s, p99 ${http.p99Ms} ms\n`);
    }
    await server.kill();
    return measured;
  } finally {
    await cluster.end();
  }
}

/** The addresses people ask for, with a maker and a model that really are there. */
async function callsOf(url: string): Promise<{ call: string; path: string }[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const busiest = await pool.query<{ maker: string; model: string }>(
    `select maker, model from lots where status = 4532 and vehicle = 'car' group by 1, 2 order by count(*) desc limit 1`,
  );
  const anyLot = await pool.query<{ id: string }>(
    `select id from lots where status = 4532 and vehicle = 'car' and lot_source = 'auction' order by auction_at limit 1`,
  );
  await pool.end();
  const { maker = '', model = '' } = busiest.rows[0] ?? {};
  const words = new URLSearchParams({ maker, model });
  const wordsOfMaker = new URLSearchParams({ maker });
  const searched = new URLSearchParams({ search: `model-${model.toLowerCase()}` });
  const ofPage = (pageType: 'car-auction' | 'stats') => {
    const { listing, filters, makers, models } = PAGES[pageType];
    const ask = (call: string, path: string, query: URLSearchParams | string = '') => ({
      call: `${pageType}: ${call}`,
      path: `${path}${query ? '?' : ''}${query}`,
    });
    return [
      ask('first page', listing.path),
      ask('page 50', listing.path, 'page=50'),
      ask('page 1,000', listing.path, 'page=1000'),
      ask('by maker and model', listing.path, words),
      ask('by maker and model, by price', listing.path, `${words}&sort=soldPrice&order=DESC`),
      ask('by year and mileage', listing.path, 'yearFrom=2018&mileageTo=50000&sort=year&order=DESC'),
      ask('by search', listing.path, searched),
      ask('filters', filters.path),
      ask('filters of a maker', filters.path, wordsOfMaker),
      ask('filters of a model', filters.path, words),
      ask('filters of a model and years', filters.path, `${words}&yearFrom=2016&condition=4.5`),
      ask('filters under years and mileage', filters.path, 'yearFrom=2018&mileageTo=50000'),
      ask('makers', makers.path),
      ask('models', models.path, new URLSearchParams({ id: maker })),
    ];
  };
  const lot = { call: 'a lot', path: `${PAGES['car-auction'].viewLot.path}?id=${anyLot.rows[0]?.id}` };
  return [...ofPage('car-auction'), ...ofPage('stats'), lot];
}
