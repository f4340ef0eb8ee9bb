import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { DEMO_SERVER } from '../tools/demo-programs.ts';
import type { Headers } from '../tools/over-http.ts';
import { severalPeople } from '../tools/several-people.ts';
import { type Call, callsOf } from './archive-calls.ts';
import { archiveCluster, type Extent } from './archive-data.ts';
import { type Statement, statementsOf } from './beside-sql.ts';

export interface MeasuredCall extends Call {
  /** The database statements of each address with warm caches. */
  statements: Statement[][];
}

export interface ArchivePortal {
  /** Address of the database. */
  url: string;
  /** Address of the server process. */
  server: string;
  people: Headers[];
  calls: MeasuredCall[];
}

/** Runs on a server over an archive, with signed-in people and the calls whose names contain `only`. */
export async function onArchive<T>(
  extent: Extent,
  only: string,
  work: (fixture: ArchivePortal) => Promise<T>,
): Promise<T> {
  process.stdout.write(`\n${extent.live} live lots, ${extent.sales} sales\n`);
  const cluster = await archiveCluster(extent);
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    const port = await freePort();
    const people = await severalPeople(database.db, port);
    await database.close();
    const calls = (await callsOf(cluster.url)).filter(({ call }) => call.includes(only));
    const cookie = (people[0]?.cookie ?? '').replace(String(port), '3000');
    const asked: MeasuredCall[] = [];
    for (const call of calls) asked.push({ ...call, statements: await statementsOf(cluster.url, cookie, call.paths) });
    const server = await startServerProcess(cluster.url, cluster.dataDir, port, DEMO_SERVER);
    try {
      return await work({
        url: cluster.url,
        server: server.url,
        people,
        calls: asked,
      });
    } finally {
      await server.kill();
    }
  } finally {
    await cluster.end();
  }
}
