import { join } from 'node:path';
import { carAuction } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { archiveCluster, type Extent, shareOf } from '../lists/archive-data.ts';
import { residentMb } from '../tools/resident.ts';
import { severalPeople } from '../tools/several-people.ts';
import { compare, expectSameRows, onAnyConnection, type Pair, type Side } from './peer-compare.ts';
import { PEER_FIELDS, startDirectus } from './peer-directus.ts';
import { type Chosen, countsOf, startGroonga } from './peer-groonga.ts';
import { copyLots } from './peer-rows.ts';

/** As many past sales as in the demonstration; only upcoming lots are compared. */
const FULL_EXTENT: Extent = { live: 1_000_000, sales: 100_000 };
const GOAL_TIMES = 6;

/** Alternatives that a team might choose, on the same lots and the same PostgreSQL. `only` is `directus` or `groonga`. */
export async function peers(scale: number, only = ''): Promise<void> {
  const extent = shareOf(FULL_EXTENT, scale);
  const cluster = await archiveCluster(extent);
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    const port = await freePort();
    const identity = await severalPeople(database.db, port);
    await database.close();
    const chosen = await chosenOf(cluster.url);
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    try {
      const portal = { url: server.url, pid: server.pid, identity };
      process.stdout.write(`\n${extent.live} coming lots\n`);
      if ('directus'.includes(only)) await compareDirectus(cluster.url, portal, chosen);
      if ('groonga'.includes(only)) await compareGroonga(cluster, portal, chosen);
    } finally {
      await server.kill();
    }
  } finally {
    await cluster.end();
  }
}

type Portal = Omit<Side, 'paths'> & { pid: number };

async function compareDirectus(url: string, portal: Portal, chosen: Chosen[]): Promise<void> {
  await copyLots(url);
  const directus = await startDirectus(url);
  if (!directus) {
    process.stdout.write('Directus cannot be installed here: npm needs a way to its packages. Nothing is compared.\n');
    return;
  }
  try {
    const ids = await someLots(url);
    const theirs = { url: directus.url, identity: { authorization: `Bearer ${directus.token}` } };
    const models = chosen.filter((_, at) => at % YEARS === 0);
    const pages = chosen.slice(0, YEARS * 4);
    const { listing, viewLot } = carAuction;
    const usual = { ...portal, paths: models.map((one) => `${listing.path}?${ourModel(one)}`) };
    const byPrice = pages.map((one) => `${listing.path}?${ourFilter(one)}&sort=startPrice&order=ASC`);
    const soon = () => models.map((one) => directusPage(one, { time_up: { _gt: nowInJapan() } }, 'time_up,id'));
    const cheap = pages.map((one) => directusPage(one, { year: { _gte: one.yearFrom } }, 'start_price_yen,id'));
    const counted = (paths: string[]) => ({ ...theirs, paths: paths.map((path) => `${path}&meta=filter_count`) });
    const pairs: Pair[] = [
      { call: 'a model by time, with its total', ours: usual, theirs: counted(soon()) },
      { call: 'the same, theirs without a total', ours: usual, theirs: { ...theirs, paths: soon() } },
      {
        call: 'a model and years by price, with its total',
        ours: { ...portal, paths: byPrice },
        theirs: counted(cheap),
      },
      {
        call: 'a lot by its id',
        ours: { ...portal, paths: ids.map((id) => `${viewLot.path}?id=${id}`) },
        theirs: { ...theirs, paths: ids.map((id) => `/items/lots/${id}`) },
      },
    ];
    await expectSameRows(() => pairs[2] as Pair);
    await expectSameRows(() => ({ ...(pairs[0] as Pair), theirs: counted(soon()) }));
    await compare('Directus', pairs);
    process.stdout.write(
      `Memory afterwards: Seri ${residentMb(portal.pid)} MB, Directus ${residentMb(directus.pid)} MB. Goal at least ${GOAL_TIMES} times Directus.\n`,
    );
  } finally {
    await directus.end();
  }
}

async function compareGroonga(
  { url, dataDir }: { url: string; dataDir: string },
  portal: Portal,
  chosen: Chosen[],
): Promise<void> {
  const groonga = await startGroonga(url, join(dataDir, 'groonga'));
  if (!groonga) {
    process.stdout.write('groonga is not installed (Debian: groonga-bin). Its counts are not compared.\n');
    return;
  }
  try {
    const ours = (of: Chosen[]) => ({
      ...portal,
      paths: of.map((one) => `${carAuction.filters.path}?${ourFilter(one)}`),
    });
    const theirs = (of: Chosen[], isRemembered: boolean) => ({
      ...{ url: groonga.url, identity: {} },
      paths: of.map((one) => countsOf(one, isRemembered)),
    });
    const first = chosen.slice(0, 1);
    const pairs: Pair[] = [
      { call: 'counts under one filter, both remember', ours: ours(first), theirs: theirs(first, true) },
      { call: `counts under ${chosen.length} filters in turn`, ours: ours(chosen), theirs: theirs(chosen, false) },
    ];
    await compare(groonga.version, pairs, onAnyConnection);
    process.stdout.write(
      `Memory afterwards: Seri ${residentMb(portal.pid)} MB, groonga ${residentMb(groonga.pid)} MB\n`,
    );
  } finally {
    await groonga.end();
  }
}

const ourModel = ({ maker, model }: Chosen): URLSearchParams => new URLSearchParams({ maker, model });
const ourFilter = ({ maker, model, yearFrom }: Chosen): URLSearchParams =>
  new URLSearchParams({ maker, model, yearFrom: String(yearFrom) });

/** In the format of the column that lists are ordered by. */
const nowInJapan = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19);

function directusPage({ maker, model }: Chosen, more: object, sort: string): string {
  const equal = { upcoming_page: { _eq: 'car-auction' }, maker: { _eq: maker }, model: { _eq: model } };
  // As many fields as in a row of ours, without the reader's own data and the name of the auction house.
  const fields = PEER_FIELDS.slice(0, PEER_FIELDS.indexOf('upcoming_page')).join(',');
  const filter = JSON.stringify({ ...equal, ...more });
  return `/items/lots?${new URLSearchParams({ fields, filter, sort, limit: '20' })}`;
}

/** Filters in turn, enough that neither side has one cached when it returns. */
const MODELS = 60;
const YEARS = 10;
const FIRST_YEAR = 2005;
const LOTS = 500;

/** The most frequent models, each from several years on. */
async function chosenOf(url: string): Promise<Chosen[]> {
  const rows = await rowsOf<{ maker: string; model: string }>(
    url,
    `select maker, model from lots where upcoming_page = 'car-auction' group by 1, 2 order by count(*) desc limit ${MODELS}`,
  );
  const years = Array.from({ length: YEARS }, (_, at) => FIRST_YEAR + at);
  return rows.flatMap(({ maker, model }) => years.map((yearFrom) => ({ maker, model, yearFrom })));
}

async function someLots(url: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    url,
    `select id from lots where upcoming_page = 'car-auction' and not is_private order by hashint8(id) limit ${LOTS}`,
  );
  return rows.map(({ id }) => id);
}

async function rowsOf<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<Row>(statement);
  await pool.end();
  return rows;
}
