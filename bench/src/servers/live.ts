import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { createLot } from '../../../server/src/testing/fixtures/lots.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { benchCluster } from '../tools/cluster.ts';
import type { FromReaders, ToReaders } from './live-readers.ts';

const READERS = 10_000;
const ROUNDS = 200;
const WARM = 200;
const BETWEEN_MS = 200;
/** By then every stream has had a heartbeat. */
const SETTLE_MS = 25_000;
const GOAL = { kB: 20, ms: 300 };

/**
 * Ten thousand open streams on one server process: memory of each, and the delay from a commit until the last reader
 * receives it (business-rules.md#speed-targets).
 */
export async function live(scale: number): Promise<void> {
  const readers = Math.round(READERS * scale);
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  try {
    await liftBudgets(database);
    const tokens = await managers(database, readers + WARM);
    const bidId = await aBid(database);
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const cookies = tokens.map((token) => `seri_access_${port}=${token}`);
    const warm = await openReaders(port, cookies.slice(0, WARM));
    await round(database, bidId, warm);
    warm.disconnect();
    await wait(SETTLE_MS);
    const beforeKb = residentKb(server.pid);
    const crowd = await openReaders(port, cookies.slice(WARM));
    await wait(SETTLE_MS);
    const eachKb = (residentKb(server.pid) - beforeKb) / readers;
    const lastMs: number[] = [];
    for (let count = 0; count < ROUNDS; count++) {
      lastMs.push(await round(database, bidId, crowd));
      await wait(BETWEEN_MS);
    }
    const afterKb = (residentKb(server.pid) - beforeKb) / readers;
    lastMs.sort((a, b) => a - b);
    const quantile = (share: number) => (lastMs[Math.ceil(share * lastMs.length) - 1] ?? Number.NaN).toFixed(0);
    process.stdout.write(
      `\n${readers} streams on one process: ${eachKb.toFixed(1)} kB each, ${afterKb.toFixed(1)} kB after ${ROUNDS} events to all (goal ${GOAL.kB})\n` +
        `commit to the last reader: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, p99 ${quantile(0.99)} ms (goal ${GOAL.ms}), slowest ${quantile(1)} ms\n`,
    );
    crowd.disconnect();
    await server.kill();
  } finally {
    await database.close();
    await cluster.end();
  }
}

/** Creates a manager per stream, because managers receive every bid; returns their tokens. */
async function managers({ pool }: Database, count: number): Promise<string[]> {
  await pool.query(
    `with made as (
       insert into users (email, full_name, user_type, role_id, permissions, language)
       select 'reader-' || n || '@bench.example', 'Reader', 3, $2, $3, 692 from generate_series(1, $1::integer) n
       returning id, split_part(split_part(email, '@', 1), '-', 2) as n
     )
     insert into sessions (user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at)
     select id, sha256(convert_to('reader-' || n, 'UTF8')), now() + interval '1 day',
            sha256(convert_to('refresh-' || n, 'UTF8')), now() + interval '1 day' from made`,
    [count, ROLE.manager, JSON.stringify(defaultPermissions(ROLE.manager))],
  );
  return Array.from({ length: count }, (_, at) => `reader-${at + 1}`);
}

async function aBid({ db, pool }: Database): Promise<number> {
  const [client, lotId] = [await createPerson(db), await createLot(db)];
  const { rows } = await pool.query<{ id: number }>(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     values ($1, $2, $2, 'auction', 400000, 1) returning id`,
    [lotId, client.id],
  );
  return rows[0]?.id ?? 0;
}

async function openReaders(port: number, cookies: string[]): Promise<ChildProcess> {
  const child = fork(new URL('./live-readers.ts', import.meta.url));
  child.send({ port, cookies } satisfies ToReaders);
  await once(child, 'message');
  return child;
}

/** Time from just before a change is sent to the database until the last reader receives it. */
async function round({ pool }: Database, bidId: number, readers: ChildProcess): Promise<number> {
  const last = once(readers, 'message') as Promise<[FromReaders]>;
  const beganNs = process.hrtime.bigint();
  await pool.query('update bids set version = version + 1 where id = $1', [bidId]);
  const [report] = await last;
  return 'lastAtNs' in report ? Number(BigInt(report.lastAtNs) - beganNs) / 1e6 : Number.NaN;
}

const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
