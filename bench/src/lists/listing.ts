import { carAuction } from '@seri/contract/lots/routes.ts';
import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { benchCluster } from '../tools/cluster.ts';
import { HEAD, row } from '../tools/load.ts';
import { overHttp } from '../tools/over-http.ts';
import { severalPeople } from '../tools/several-people.ts';
import { bareStatements, statementsOf } from './beside-sql.ts';
import { seedLots } from './seed-lots.ts';

const LOTS = 200_000;
const LOAD = { lanes: 10, seconds: 10 };
export const QUERIES = [
  'maker=TOYOTA&model=PRIUS&sort=startPrice&order=ASC',
  'maker=NISSAN&yearFrom=2015&yearTo=2020&sort=mileage&order=ASC',
  'condition=4.5&condition=5&mileageTo=80000&sort=year&order=DESC&page=3',
  'sort=auctionDate&order=ASC',
];

/**
 * A page of 20, filtered and sorted, over 200,000 upcoming lots: over HTTP with session and permissions, compared with
 * the plain statements through the driver.
 */
export async function listing(scale: number): Promise<void> {
  const lots = Math.round(LOTS * scale);
  const cluster = await benchCluster();
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    await seedLots(cluster.url, lots);
    const person = await createPerson(database.db);
    const urls = QUERIES.map((query) => `${carAuction.listing.path}?${query}`);
    const statements = await statementsOf(cluster.url, person.cookie, urls);
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const who = await severalPeople(database.db, port);

    const bare = await bareStatements(cluster.url, statements, LOAD);
    const http = await overHttp(server.url, urls, who, LOAD);
    process.stdout.write(
      `\nListing of a page of 20 over ${lots} coming lots, ${LOAD.lanes} at a time, ${QUERIES.length} queries in turn\n\n` +
        `${HEAD}\n${row('the same SQL bare through pg', bare)}\n${row('GET /v1/car-auction/listing', http)}\n\n` +
        `Ratio of rates: ${(http.perSecond / bare.perSecond).toFixed(2)}\n`,
    );
    await server.kill();
    await database.close();
  } finally {
    await cluster.end();
  }
}
