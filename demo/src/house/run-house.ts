import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FeedRow } from '@seri/contract/feed/rows.ts';
import { japanDay, japanInstant, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import * as z from 'zod/mini';
import { DAYS_AHEAD, demoDay, demoReturns } from '../market/catalogue.ts';
import { saleLot, slotFrom, slotOf } from '../market/continuous-sale.ts';
import { readNegotiatedLot } from '../market/negotiated-lots.ts';
import { stockDayOf } from '../market/stock.ts';
import { isRelisted, lotRowAt, openStock } from '../market/write-feed.ts';
import { dueResults, isOffered, MAX_STEP_MS } from './due-results.ts';
import type { Inbox } from './inbox.ts';
import { type LotCatalogue, toHouseLot } from './known-lots.ts';
import type { OrderBook } from './order-book.ts';

const MINUTE_MS = 60_000;
/** At the first start results of this period are published again, because it passed while the portal was being filled. */
const INITIAL_LOOKBACK_MS = 3 * 60 * MINUTE_MS;
/** The first car after a pause comes soon, so that a visitor need not wait for one. */
const SALE_REOPENS_AFTER_MS = 2 * MINUTE_MS;
/** A pause is published in pieces, to limit file size and blocking time. */
const MAX_PUBLISHED_SPAN_MS = 12 * 60 * MINUTE_MS;
/** Maximum days of history to catch up after a long pause. */
const MAX_DAYS_BACK = 35;

interface HouseOptions {
  stateFile: string;
  inbox: Inbox;
  lots: LotCatalogue;
  book: OrderBook;
  sale: { intervalMs: number; aheadMinutes: number };
  nowMs: number;
}

export interface House {
  /** Publishes due results of the continuous sale and lists its next cars. */
  runSale(nowMs: number): Promise<void>;
  /** Publishes due results of the auction houses, day after day, and lists the days that become visible. */
  runHouses(nowMs: number): Promise<void>;
}

/** The auction houses in real time. After a pause the first call publishes everything that was due in the meantime. */
export function openHouse({ stateFile, inbox, lots, book, sale, nowMs }: HouseOptions): House {
  const saved = readProgress(stateFile) ?? opening(nowMs, sale.intervalMs);
  // Slots are numbered by the interval, so another interval restarts the sale.
  let progress =
    saved.hall.intervalMs === sale.intervalMs ? saved : { ...saved, hall: saleOpening(nowMs, sale.intervalMs) };

  const advance = async (rows: readonly FeedRow[], next: Partial<Progress>) => {
    await inbox.put(rows);
    progress = { ...progress, ...next };
    await saveProgress(stateFile, progress);
  };

  const saleResults = (throughMs: number) => {
    const { firstSlot, lastSlot, decidedMs, intervalMs } = progress.hall;
    const from = Math.max(firstSlot, slotFrom(decidedMs - MAX_STEP_MS, intervalMs));
    const to = Math.min(lastSlot, slotFrom(throughMs, intervalMs));
    const called = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => lots.slot(from + place));
    return dueResults(called, { afterMs: decidedMs, throughMs }, book);
  };

  const runSale = async (at: number) => {
    const results = saleResults(at);
    const { intervalMs } = sale;
    const reopens = (progress.hall.lastSlot + 1) * intervalMs < at;
    const next = reopens ? slotFrom(at + SALE_REOPENS_AFTER_MS, intervalMs) : progress.hall.lastSlot + 1;
    const last = slotFrom(at + sale.aheadMinutes * MINUTE_MS, intervalMs);
    const listed = Array.from({ length: Math.max(0, last - next + 1) }, (_, place) =>
      saleLot(next + place, intervalMs).row(),
    );
    if (results.length === 0 && listed.length === 0) return;
    await advance([...results, ...listed], {
      hall: {
        intervalMs,
        firstSlot: reopens ? next : progress.hall.firstSlot,
        lastSlot: Math.max(last, progress.hall.lastSlot),
        decidedMs: at,
      },
    });
  };

  const publishSpan = async (throughMs: number) => {
    const span = { afterMs: progress.decidedMs, throughMs };
    const edges = [span.afterMs - MAX_STEP_MS, span.afterMs, throughMs, throughMs + MAX_STEP_MS];
    const days = new Set(edges.map((at) => japanDay(new Date(at))));
    const called = new Map([...days].flatMap((day) => lots.day(day)).map((lot) => [lot.sourceId, lot]));
    for (const lot of lots.riggedAmong(book.effects().map(({ order }) => order)))
      if (slotOf(lot.sourceId) === null) called.set(lot.sourceId, lot);
    for (const { order, receivedAt } of book.effects()) {
      const lot = stockDayOf(order.sourceId) || readNegotiatedLot(order.sourceId) ? lots.find(order) : null;
      // A yard sells on request, not on a day; so does a seller in negotiation.
      if (lot) called.set(lot.sourceId, { ...lot, times: { ...lot.times, auctionAtMs: Date.parse(receivedAt) } });
    }
    const results = dueResults([...called.values()], span, book);
    if (results.length > 0) await advance(results, { decidedMs: throughMs });
    else progress = { ...progress, decidedMs: throughMs };
  };

  /** Rows of a newly visible day: its lots, and lots of the previous day that are offered again. */
  const listing = (day: string, now: Date) => {
    const again = demoReturns(shiftDay(day, -1)).filter(
      (lot) => isRelisted(lot, now) && isOffered(toHouseLot(lot), book),
    );
    return [...[...demoDay(day), ...again].map((lot) => lotRowAt(lot, now)), ...openStock(day, now)];
  };

  const runHouses = async (at: number) => {
    const { listedDay } = progress;
    // Days that were never listed are listed below with their results; only listed lots wait for results.
    const lastListedMs = japanInstant(shiftDay(listedDay, 1), '00:00').getTime() + MAX_STEP_MS;
    const throughMs = Math.min(at, lastListedMs);
    while (progress.decidedMs < throughMs)
      await publishSpan(Math.min(throughMs, progress.decidedMs + MAX_PUBLISHED_SPAN_MS));
    const today = japanDay(new Date(at));
    const sight = Array.from({ length: MAX_DAYS_BACK + DAYS_AHEAD + 1 }, (_, i) => shiftDay(today, i - MAX_DAYS_BACK));
    for (const day of sight.filter((each) => each > listedDay))
      await advance(listing(day, new Date(at)), { listedDay: day });
    if (progress.decidedMs < at) await advance([], { decidedMs: at });
  };

  return { runSale, runHouses };
}

const opening = (nowMs: number, intervalMs: number): Progress => ({
  decidedMs: nowMs - INITIAL_LOOKBACK_MS,
  // The portal was filled up to today's last day; the day may have changed since.
  listedDay: shiftDay(japanDay(new Date(nowMs)), DAYS_AHEAD - 1),
  hall: saleOpening(nowMs, intervalMs),
});

function saleOpening(nowMs: number, intervalMs: number): Progress['hall'] {
  const firstSlot = slotFrom(nowMs + SALE_REOPENS_AFTER_MS, intervalMs);
  return { intervalMs, firstSlot, lastSlot: firstSlot - 1, decidedMs: nowMs };
}

const progress = z.object({
  /** Results of the auction houses' lots are published up to this instant. */
  decidedMs: z.int(),
  /** Last Japanese day whose lots are listed. */
  listedDay: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  hall: z.object({
    intervalMs: z.int(),
    /** Slots listed without a gap; results are published up to `decidedMs`. */
    firstSlot: z.int(),
    lastSlot: z.int(),
    decidedMs: z.int(),
  }),
});

/** Progress of publishing. After a crash later results are published again, which changes nothing for the reader. */
type Progress = z.infer<typeof progress>;

/** Null at the first start, or when the file is broken. */
function readProgress(file: string): Progress | null {
  try {
    return progress.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

async function saveProgress(file: string, value: Progress): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.writing`, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(`${file}.writing`, file);
}
