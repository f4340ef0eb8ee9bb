import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentAnswer, type AgentOrder, agentAnswer } from '@seri/contract/agent/orders.ts';
import { type FeedRow, feedRow } from '@seri/contract/feed/rows.ts';
import { japanDay, shiftDay, weekday } from '@seri/server/platform/i18n/japan-time.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoDay } from '../market/catalogue.ts';

const SECRET = 'a secret of the test';
let folder: string;
let child: ChildProcess;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-agent-'));
  writeFileSync(join(folder, 'rig.json'), '{}');
  await startHouse();
});
afterAll(async () => {
  await stopHouse('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

async function startHouse(): Promise<void> {
  const args = ['--inbox', join(folder, 'inbox'), '--state', join(folder, 'state'), '--rig', join(folder, 'rig.json')];
  child = spawn(process.execPath, [join(import.meta.dirname, 'auction-house.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, AGENT_WEBHOOK_SECRET: SECRET },
  });
  const [message] = (await once(child, 'message')) as [{ port: number }];
  address = `http://127.0.0.1:${message.port}`;
}

async function stopHouse(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function nextAuctionDay(): string {
  let day = shiftDay(japanDay(new Date()), 1);
  while (weekday(day) === 7) day = shiftDay(day, 1);
  return day;
}

const upcomingLots = demoDay(nextAuctionDay());

function orderFor(lotId: number, more: Partial<AgentOrder> = {}): AgentOrder {
  const lot = upcomingLots[lotId];
  if (!lot) throw new Error('no such lot');
  const { source, sourceId, house, lotNo, auctionDate } = lot.row();
  const version = more.version ?? 1;
  const orderKey = `${lotId}:${version}`;
  const order = { orderKey, lotId: String(lotId), version, source, sourceId, house, lotNo, auctionAt: auctionDate };
  return { kind: 'order', maxYen: 500_000, overbidYen: 10_000, afterSale: false, ...order, ...more };
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface Sending {
  secret?: string;
  timestamp?: string;
  key?: string;
}

function send(
  order: AgentOrder,
  { secret = SECRET, timestamp = String(nowSeconds()), key = order.orderKey }: Sending = {},
) {
  const body = JSON.stringify(order);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return fetch(`${address}/orders`, {
    method: 'POST',
    body,
    headers: { 'x-seri-timestamp': timestamp, 'x-seri-signature': `sha256=${signature}`, 'idempotency-key': key },
  });
}

const accepted = async (order: AgentOrder): Promise<AgentAnswer> => agentAnswer.parse(await (await send(order)).json());
const effectsOn = async (lotId: number): Promise<AgentOrder[]> => {
  const { orders } = (await (await fetch(`${address}/orders.json`)).json()) as { orders: { order: AgentOrder }[] };
  return orders.map(({ order }) => order).filter((order) => order.lotId === String(lotId));
};

function feed(): FeedRow[] {
  const inbox = join(folder, 'inbox');
  return readdirSync(inbox)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(inbox, name), 'utf8').trim().split('\n'))
    .map((line) => feedRow.parse(JSON.parse(line)));
}

test('refuses an order without a valid signature', async () => {
  expect((await send(orderFor(1), { secret: 'guessed' })).status).toBe(401);
  expect((await fetch(`${address}/orders`, { method: 'POST', body: JSON.stringify(orderFor(1)) })).status).toBe(401);
  expect(await effectsOn(1)).toEqual([]);
});

test('refuses a recorded order after five minutes', async () => {
  expect((await send(orderFor(1), { timestamp: String(nowSeconds() - 301) })).status).toBe(401);
  expect((await send(orderFor(1), { timestamp: String(nowSeconds() + 400) })).status).toBe(401);
  expect(await effectsOn(1)).toEqual([]);
});

test('refuses a body that is not an order', async () => {
  expect((await send(orderFor(1), { key: 'another key' })).status).toBe(400);
  expect((await send(orderFor(1, { orderKey: '1:9' }))).status).toBe(400);
  expect((await send({ ...orderFor(1), maxYen: 1.5 })).status).toBe(400);
  expect(await accepted(orderFor(1, { sourceId: 'nobody knows it' }))).toMatchObject({
    accepted: false,
    reason: 'unknown lot',
  });
  expect(await effectsOn(1)).toEqual([]);
});

test('an order sent twice has one effect and one reply, even when the process was killed in between', async () => {
  const first = await accepted(orderFor(2));
  expect(first.accepted).toBe(true);
  expect(await accepted(orderFor(2))).toEqual(first);
  await stopHouse('SIGKILL');
  await startHouse();
  expect(await accepted(orderFor(2))).toEqual(first);
  expect(await effectsOn(2)).toHaveLength(1);
});

test('an older version that arrives late changes nothing', async () => {
  expect(await accepted(orderFor(3, { version: 3, maxYen: 700_000 }))).toMatchObject({ accepted: true });
  expect(await accepted(orderFor(3, { version: 2 }))).toMatchObject({ accepted: false, reason: 'stale' });
  expect((await effectsOn(3)).map(({ version }) => version)).toEqual([3]);
});

test('refuses an order after the hammer', async () => {
  const order = orderFor(4);
  writeFileSync(
    join(folder, 'rig.json'),
    JSON.stringify({ [order.sourceId]: { auctionAt: new Date().toISOString() } }),
  );
  expect(await accepted(order)).toMatchObject({ accepted: false, reason: 'late' });
});

test('the higher order wins, the lower one loses, and the feed reports both', async () => {
  const [won, lost] = [orderFor(5, { maxYen: 600_000 }), orderFor(6, { maxYen: 400_000 })];
  const auctionAt = new Date(Date.now() + 4_000).toISOString();
  const prices = { reserveYen: 450_000, rivalYen: 500_000, auctionAt };
  writeFileSync(join(folder, 'rig.json'), JSON.stringify({ [won.sourceId]: prices, [lost.sourceId]: prices }));
  expect(await accepted(won)).toMatchObject({ accepted: true });
  expect(await accepted(lost)).toMatchObject({ accepted: true });
  const results = await vi.waitFor(
    () => {
      const rows = feed().filter((row) => row.kind === 'result');
      const both = [won, lost].map(({ sourceId }) => rows.find((row) => row.sourceId === sourceId));
      expect(both.every(Boolean)).toBe(true);
      return both;
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(results[0]).toMatchObject({ status: 4533, soldPrice: 505_000, buyer: { orderKey: '5:1' } });
  expect(results[1]).toMatchObject({ status: 4533, soldPrice: 500_000, buyer: null });
});

test('lists its continuous sale at once and ends with the portal', async () => {
  await vi.waitFor(() => expect(feed().filter((row) => row.kind === 'lot').length).toBeGreaterThan(60), {
    timeout: 8_000,
  });
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
