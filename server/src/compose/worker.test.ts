import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertAccountRequest } from '../auth/account/request-queries.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { aResult } from '../testing/fixtures/feed.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { findPersonByEmail, mailsTo } from '../testing/http/accounts.ts';
import { type FakeAgent, fakeAgent } from '../testing/processes/fake-agent.ts';
import { startWorkerProcess } from '../testing/processes/worker-process.ts';

/** Than the statement timeout of `platform/db/db.ts`. */
const LONGER_THAN_A_STATEMENT_MS = 4_000;
const PATIENCE = { timeout: 30_000, interval: 50 };
let fixture: BidFixture;
let agent: FakeAgent;
const dataDir = mkdtempSync(join(tmpdir(), 'seri-worker-'));
const inbox = join(dataDir, 'inbox');

beforeAll(async () => {
  fixture = await bidFixture();
  agent = await fakeAgent();
  mkdirSync(inbox);
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 100_000_000 }).execute();
  await fixture.db.insertInto('company_settings').values({ key: 'winSettleMinutes', value: '0' }).execute();
});
afterAll(async () => {
  await agent.close();
  await fixture.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const startWorker = () => startWorkerProcess({ databaseUrl: fixture.url, dataDir, agent });

async function orderedLot() {
  const lotId = await createLot(fixture.db);
  const bidId = await fixture.placed(fixture.anna, lotId, 400_000);
  await fixture.setStatus(fixture.maria, bidId, 2);
  return { lotId, bidId };
}

async function dropResult(lotId: number, name: string): Promise<void> {
  const lot = await fixture.db.selectFrom('lots').select('source_id').where('id', '=', lotId).executeTakeFirstOrThrow();
  const row = aResult({ sourceId: lot.source_id, soldPrice: 380_000, buyer: { orderKey: `${lotId}:1` } });
  writeFileSync(join(inbox, `${name}.part`), `${JSON.stringify(row)}\n`);
  renameSync(join(inbox, `${name}.part`), join(inbox, `${name}.ndjson`));
}

test('an order placed while the worker runs reaches the agent at once; when asked to stop, the worker ends cleanly', async () => {
  const worker = await startWorker();
  const { lotId } = await orderedLot();
  await vi.waitFor(() => expect(agent.effectsOn(lotId)).toHaveLength(1), PATIENCE);
  await vi.waitFor(async () => expect((await fixture.order(lotId))?.state).toBe('acknowledged'), PATIENCE);
  expect(await worker.stop()).toBe(0);
}, 60_000);

test.each(['says nothing', 'takes it and says nothing'] as const)(
  'killed between claim and confirmation, while the agent %s, it delivers the order once after the restart',
  async (mood) => {
    agent.moods.push(mood);
    const called = agent.nextCall();
    const first = await startWorker();
    const { lotId } = await orderedLot();
    await called;
    await first.kill();
    expect((await fixture.order(lotId))?.state).toBe('sent');

    // Expire the claim of the dead worker, so that the test need not wait for it.
    await fixture.db
      .updateTable('agent_orders')
      .set({ claimed_until: new Date(0) })
      .where('lot_id', '=', lotId)
      .execute();
    const second = await startWorker();
    await vi.waitFor(async () => expect((await fixture.order(lotId))?.state).toBe('acknowledged'), PATIENCE);
    expect(agent.effectsOn(lotId)).toEqual([{ version: 1, kind: 'order', maxYen: 400_000 }]);
    await second.kill();
    await fixture.expectSound();
  },
  60_000,
);

test('keeps working when the database holds up the end of a job for longer than a statement may take', async () => {
  const worker = await startWorker();
  agent.moods.push('is slow');
  const called = agent.nextCall();
  const { lotId } = await orderedLot();
  await called;
  const client = await fixture.database.pool.connect();
  await client.query('begin');
  await client.query(`select from graphile_worker._private_jobs where locked_by is not null for update`);
  await vi.waitFor(async () => expect((await fixture.order(lotId))?.state).toBe('acknowledged'), PATIENCE);
  await wait(LONGER_THAN_A_STATEMENT_MS);
  await client.query('rollback');
  client.release();
  const next = await orderedLot();
  await vi.waitFor(async () => expect((await fixture.order(next.lotId))?.state).toBe('acknowledged'), PATIENCE);
  expect(await worker.stop()).toBe(0);
}, 60_000);

test('killed repeatedly during incoming results, it books every win once', async () => {
  const lots = await Promise.all(Array.from({ length: 12 }, orderedLot));
  for (const [place, { lotId }] of lots.entries()) await dropResult(lotId, String(place).padStart(2, '0'));
  for (const afterMs of [40, 120, 200, 300]) {
    const worker = await startWorker();
    await wait(afterMs);
    await worker.kill();
  }
  const worker = await startWorker();
  await vi.waitFor(async () => {
    for (const { bidId } of lots) expect((await fixture.bid(bidId)).status).toBe(7);
  }, PATIENCE);
  await worker.stop();
  const purchases = await fixture.db.selectFrom('purchases').select('lot_id').orderBy('lot_id').execute();
  expect(purchases.map((row) => row.lot_id)).toEqual(lots.map(({ lotId }) => lotId).sort((a, b) => a - b));
  expect(await fixture.db.selectFrom('ledger_postings').select('id').execute()).toHaveLength(lots.length);
  await fixture.expectSound();
}, 90_000);

test.each(['waits for a worker', 'was in the hands of one that died'])(
  'processes a stranger’s request once when it %s',
  async (how) => {
    const email = `${how.replaceAll(' ', '-')}@example.test`;
    const form = { fullName: 'Anna Petrova', referralCode: null, mobile: '79123456789', country: 183, city: 'Ufa' };
    await insertAccountRequest(fixture.db, { kind: 'sign_up', email, language: 692, form, passwordHash: 'a hash' });
    if (how.endsWith('died')) {
      await fixture.database.pool.query(
        `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'the dead'`,
      );
      await fixture.database.pool.query(`update account_requests set created_at = created_at - interval '1 minute'`);
    }
    const worker = await startWorker();
    await vi.waitFor(async () => expect(await findPersonByEmail(fixture.database, email)).toBeDefined(), PATIENCE);
    await worker.stop();
    const person = await findPersonByEmail(fixture.database, email);
    expect(await mailsTo(fixture.database, person?.id ?? 0)).toEqual(['verify_address']);
    expect(await fixture.db.selectFrom('account_requests').select('id').execute()).toEqual([]);
  },
  60_000,
);
