import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SALE_AHEAD_MINUTES, SALE_INTERVAL_MS } from '../market/continuous-sale.ts';
import { openInbox } from './inbox.ts';
import { openLotCatalogue } from './known-lots.ts';
import { openOrderBook } from './order-book.ts';
import { openRig } from './rig.ts';
import { openHouse } from './run-house.ts';
import { createWebhook } from './webhook.ts';

const POLL_INTERVAL_MS = 1_000;
/** Interval at which results of the auction houses are published; with a rig a test waits for each. */
const HOUSES_INTERVAL_MS = 20_000;

const { values } = parseArgs({
  options: {
    inbox: { type: 'string' },
    state: { type: 'string' },
    port: { type: 'string', default: '0' },
    rig: { type: 'string' },
    'hall-interval-ms': { type: 'string', default: String(SALE_INTERVAL_MS) },
    'hall-ahead-minutes': { type: 'string', default: String(SALE_AHEAD_MINUTES) },
  },
});
const { AGENT_WEBHOOK_SECRET: secret } = process.env;
if (!values.inbox || !values.state || !secret) {
  process.stderr.write('auction-house.ts needs --inbox, --state and AGENT_WEBHOOK_SECRET\n');
  process.exit(2);
}

// The demonstration's auction houses: they accept signed orders, decide each lot at its time, and publish results
// through the feed.
const sale = { intervalMs: Number(values['hall-interval-ms']), aheadMinutes: Number(values['hall-ahead-minutes']) };
const lots = openLotCatalogue(openRig(values.rig), sale.intervalMs);
const book = await openOrderBook(join(values.state, 'orders.ndjson'));
const house = openHouse({
  stateFile: join(values.state, 'progress.json'),
  inbox: openInbox(values.inbox),
  lots,
  book,
  sale,
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
    await house.runSale(Date.now());
    if (Date.now() >= housesDueMs) {
      housesDueMs = Date.now() + (values.rig ? POLL_INTERVAL_MS : HOUSES_INTERVAL_MS);
      await house.runHouses(Date.now());
    }
  } catch (error) {
    // Progress was not saved, so the next run publishes it again.
    process.stderr.write(`auction house: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  if (!stopping) timer = setTimeout(poll, POLL_INTERVAL_MS);
}

function poll(): void {
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
poll();
