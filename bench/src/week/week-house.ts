import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LotRow } from '@seri/contract/feed/rows.ts';
import { dueResults } from '@seri/demo/house/due-results.ts';
import { openInbox } from '@seri/demo/house/inbox.ts';
import { toHouseLot } from '@seri/demo/house/known-lots.ts';
import { openOrderBook } from '@seri/demo/house/order-book.ts';
import { createWebhook } from '@seri/demo/house/webhook.ts';
import { saleLot, slotFrom, slotOf } from '@seri/demo/market/continuous-sale.ts';

/** A hundred lots a second: 150,000 in twenty minutes and the five before them. */
const INTERVAL_MS = 10;
const AHEAD_MS = 5 * 60_000;
/** By then the first list has been imported. */
const FIRST_RUNS_AFTER_MS = 60_000;
/** Times before the hammer at which a lot is changed: lower price and other texts. */
const CHANGED_BEFORE_MS = [200_000, 100_000];
const PUBLISH_INTERVAL_MS = 5_000;
/** No result comes later after the hammer (continuous-sale.ts). */
const LAST_RESULT_MS = 70_000;
const STEP_YEN = 5_000;
const SECRET = 'known only to the sale and the bench';

export interface WeekHouse {
  agent: { url: string; secret: string };
  counted: Record<'listed' | 'changed' | 'results' | 'orders' | 'longestQueue', number>;
  /** Publishes due rows; counts files that wait for the worker. */
  publish(): Promise<void>;
  /** Resolves when the worker has imported all files. */
  isRead(): Promise<void>;
  close(): Promise<void>;
}

/** The demonstration's continuous sale at a hundred lots a second: it lists, changes and sells cars and accepts signed orders. */
export async function openWeekHouse(dataDir: string): Promise<WeekHouse> {
  const inboxDir = join(dataDir, 'inbox');
  const inbox = openInbox(inboxDir);
  const book = await openOrderBook(join(dataDir, 'house', 'orders.ndjson'));
  const findLot = ({ sourceId }: { sourceId: string }) => {
    const slot = slotOf(sourceId);
    return slot === null ? null : saleLot(slot, INTERVAL_MS).times;
  };
  const webhook = createWebhook({ secret: SECRET, book, findLot }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const counted = { listed: 0, changed: 0, results: 0, orders: 0, longestQueue: 0 };
  const countWaitingFiles = () => readdirSync(inboxDir).filter((name) => name.endsWith('.ndjson')).length;
  let publishedMs = Date.now();
  const firstSlot = slotFrom(publishedMs + FIRST_RUNS_AFTER_MS, INTERVAL_MS);
  let nextSlot = firstSlot;
  const slotsIn = (fromMs: number, toMs: number) => {
    const from = Math.max(firstSlot, slotFrom(fromMs, INTERVAL_MS));
    return Array.from({ length: Math.max(0, slotFrom(toMs, INTERVAL_MS) - from) }, (_, at) => from + at);
  };

  return {
    agent: { url: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/orders`, secret: SECRET },
    counted,
    publish: async () => {
      const nowMs = Date.now();
      const span = { afterMs: publishedMs, throughMs: nowMs };
      const called = slotsIn(publishedMs - LAST_RESULT_MS, nowMs).map((slot) => toHouseLot(saleLot(slot, INTERVAL_MS)));
      const results = dueResults(called, span, book);
      const changed = CHANGED_BEFORE_MS.flatMap((beforeMs, time) =>
        slotsIn(publishedMs + beforeMs, nowMs + beforeMs).map((slot) => changedRow(slot, time + 1, nowMs)),
      );
      const lastMs = nowMs + AHEAD_MS;
      const listed = slotsIn(nextSlot * INTERVAL_MS, lastMs).map((slot) => saleLot(slot, INTERVAL_MS).row());
      [publishedMs, nextSlot] = [nowMs, slotFrom(lastMs, INTERVAL_MS)];
      counted.listed += listed.length;
      counted.changed += changed.length;
      counted.results += results.length;
      counted.orders = book.effects().length;
      counted.longestQueue = Math.max(counted.longestQueue, countWaitingFiles());
      await inbox.put([...results, ...changed, ...listed]);
      await wait(Math.max(0, PUBLISH_INTERVAL_MS - (Date.now() - nowMs)));
    },
    isRead: async () => {
      while (countWaitingFiles() > 0) await wait(200);
    },
    close: async () => {
      webhook.closeAllConnections();
      webhook.close();
      await book.close();
    },
  };
}

function changedRow(slot: number, time: number, nowMs: number): LotRow {
  const row = saleLot(slot, INTERVAL_MS).row();
  return {
    ...row,
    updatedAt: new Date(nowMs).toISOString(),
    startPrice: Math.max(STEP_YEN, (row.startPrice ?? 0) - time * STEP_YEN),
    info: `${row.info} Changed ${time}.`.trim(),
  };
}

/** The lot number of the car that runs at this instant. */
export const lotNoAt = (atMs: number): number => saleLot(slotFrom(atMs, INTERVAL_MS), INTERVAL_MS).row().lotNo;
