import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HALL_AHEAD_MINUTES, HALL_INTERVAL_MS } from '../market/demo-auction-house.ts';
import { openInbox } from './inbox.ts';
import { knownLots } from './known-lots.ts';
import { openOrderBook } from './order-book.ts';
import { openRig } from './rig.ts';
import { openHouse } from './run-house.ts';
import { createWebhook } from './webhook.ts';

const LOOK_EVERY_MS = 1_000;
/** Interval at which results of the auction houses are published; with a rig a test waits for each. */
const HOUSES_EVERY_MS = 20_000;

const { values } = parseArgs({
  options: {
    inbox: { type: 'string' },
    state: { type: 'string' },
    port: { type: 'string', default: '0' },
    rig: { type: 'string' },
    'hall-interval-ms': { type: 'string', default: String(HALL_INTERVAL_MS) },
    'hall-ahead-minutes': { type: 'string', default: String(HALL_AHEAD_MINUTES) },
  },
});
const { AGENT_WEBHOOK_SECRET: secret } = process.env;
if (!values.inbox || !values.state || !secret) {
  process.stderr.write('auction-house.ts needs --inbox, --state and AGENT_WEBHOOK_SECRET\n');
  process.exit(2);
}

// The demonstration's auction houses: they accept signed orders, decide each lot at its time, and publish results
// through the feed.
const hall = { intervalMs: Number(values['hall-interval-ms']), aheadMinutes: Number(values['hall-ahead-minutes']) };
const lots = knownLots(openRig(values.rig), hall.intervalMs);
const book = await openOrderBook(join(values.state, 'orders.ndjson'));
const house = openHouse({
  stateFile: join(values.state, 'progress.json'),
  inbox: openInbox(values.inbox),
  lots,
  book,
  hall,
  nowMs: Date.now(),
});

const server = createWebhook({ secret, book, findLot: (order) => lots.find(order)?.times ?? null });
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
  // The parent may have ended already; then the process ends with the connection.
  process.send?.({ port }, () => {});
});

let stopping = false;
let housesDueMs = 0;
let timer: NodeJS.Timeout | undefined;
let working: Promise<void> = Promise.resolve();

async function work(): Promise<void> {
  try {
    await house.runHall(Date.now());
    if (Date.now() >= housesDueMs) {
      housesDueMs = Date.now() + (values.rig ? LOOK_EVERY_MS : HOUSES_EVERY_MS);
      await house.runHouses(Date.now());
    }
  } catch (error) {
    // Progress was not saved, so the next run publishes it again.
    process.stderr.write(`auction house: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  if (!stopping) timer = setTimeout(look, LOOK_EVERY_MS);
}

function look(): void {
  working = work();
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  clearTimeout(timer);
  server.close();
  server.closeAllConnections();
  await working;
  await book.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('disconnect', () => void stop());
look();
