import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrokenInvariants } from '../bids/audit-log/check-invariants-queries.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { liftBudgets } from '../testing/http/budgets.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { freePort, startServerProcess } from '../testing/processes/processes.ts';

const KILLS = Number(process.env.KILLS ?? 2);
/** Time that a server needs to start on a busy machine. */
const SECONDS_A_KILL = 30;

describe('a server killed with -9 right after the reply to a bid', () => {
  let database: Database;
  let url: string;
  let drop: () => Promise<void>;
  let anna: Person;
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-durability-'));

  beforeAll(async () => {
    ({ url, drop } = await testDatabase());
    database = openDatabase(url, createLog('test', 'silent'));
    await liftBudgets(database);
    anna = await createPerson(database.db, { creditLimitYen: 100_000_000 });
  });
  afterAll(async () => {
    await database.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  // @covers ASVS-2.3.3
  it(
    `has every acknowledged bid once after ${KILLS} kills, and a repeat gets the first reply`,
    async () => {
      const port = await freePort();
      const acknowledged: { lotId: number; key: string; reply: { bidId: number } }[] = [];
      let server = await startServerProcess(url, dataDir, port);
      for (let kill = 0; kill < KILLS; kill++) {
        const lotId = await createLot(database.db);
        const key = `kill-${kill}`;
        const answer = await placeBid(server.url, port, anna, lotId, key);
        await server.kill();
        expect(answer.status).toBe(200);
        acknowledged.push({ lotId, key, reply: answer.body });
        server = await startServerProcess(url, dataDir, port);
      }

      for (const { lotId, key, reply } of acknowledged) {
        const rows = await database.db.selectFrom('bids').select('id').where('lot_id', '=', lotId).execute();
        expect(rows).toEqual([{ id: reply.bidId }]);
        const again = await placeBid(server.url, port, anna, lotId, key);
        expect(again).toEqual({ status: 200, body: reply });
      }
      await server.kill();
      expect(await findBrokenInvariants(database.db)).toEqual([]);
    },
    KILLS * SECONDS_A_KILL * 1_000,
  );
});

async function placeBid(server: string, port: number, person: Person, lotId: number, key: string) {
  const answer = await fetch(`${server}/v1/bid/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: person.cookie.replace('3000', String(port)),
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount: 650_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' }),
  });
  return { status: answer.status, body: (await answer.json()) as { bidId: number } };
}
