import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentAnswer, AgentOrder } from '@seri/contract/agent/orders.ts';
import type { AuctionTimes } from '../market/market.ts';

export interface RecordedOrder {
  order: AgentOrder;
  receivedAt: string;
}

export type SaleTimes = Pick<AuctionTimes, 'auctionAtMs' | 'negotiationDelayMs'>;

export interface OrderBook {
  /** Answers an order; an accepted one is on disk before the answer is sent. */
  receive(order: AgentOrder, lot: SaleTimes | null, nowMs: number): Promise<AgentAnswer>;
  /** The current order for the auction, or null when there was none or it was withdrawn. */
  inForce(source: string, sourceId: string): AgentOrder | null;
  /** The latest order after the auction: a consent, or its withdrawal. */
  afterSale(source: string, sourceId: string): AgentOrder | null;
  /** Every order that had an effect, in the order of arrival. */
  effects(): readonly RecordedOrder[];
  close(): Promise<void>;
}

const lotKey = ({ source, sourceId }: Pick<AgentOrder, 'source' | 'sourceId'>) => `${source} ${sourceId}`;

/** Separates orders before the auction from those after it, which do not change its result. */
const partKey = (order: Pick<AgentOrder, 'source' | 'sourceId' | 'afterSale'>) =>
  `${lotKey(order)} ${order.afterSale ? 'after' : 'sale'}`;

/** The orders received: an append-only NDJSON file, read again at the start. */
export async function openOrderBook(file: string): Promise<OrderBook> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { recorded, completeBytes } = await readRecorded(file);
  const handle = await open(file, 'a', 0o600);
  // A line cut short by a crash was never answered as accepted, so it will be sent again.
  await handle.truncate(completeBytes);
  const byKey = new Map(recorded.map((entry) => [entry.order.orderKey, entry]));
  const byLot = new Map<string, RecordedOrder>();
  for (const entry of recorded) byLot.set(lotKey(entry.order), entry);
  const byPart = new Map(recorded.map(({ order }) => [partKey(order), order]));
  const newest = (source: string, sourceId: string, afterSale: boolean) =>
    byPart.get(partKey({ source, sourceId, afterSale })) ?? null;
  let queue: Promise<unknown> = Promise.resolve();

  const accept = async (order: AgentOrder, lot: SaleTimes | null, nowMs: number): Promise<AgentAnswer> => {
    const { orderKey } = order;
    const refuse = (reason: string): AgentAnswer => ({ accepted: false, orderKey, reason });
    const same = byKey.get(orderKey);
    if (same) {
      const isRepeat = JSON.stringify(same.order) === JSON.stringify(order);
      return isRepeat
        ? { accepted: true, orderKey, receivedAt: same.receivedAt }
        : refuse('another order has this key');
    }
    const previous = byLot.get(lotKey(order));
    if (previous && previous.order.version >= order.version) return refuse('stale');
    if (!lot) return refuse('unknown lot');
    if (nowMs >= lot.auctionAtMs + (order.afterSale ? lot.negotiationDelayMs : 0)) return refuse('late');
    const entry: RecordedOrder = { order, receivedAt: new Date(nowMs).toISOString() };
    await append(handle, entry);
    recorded.push(entry);
    byKey.set(orderKey, entry);
    byLot.set(lotKey(order), entry);
    byPart.set(partKey(order), order);
    return { accepted: true, orderKey, receivedAt: entry.receivedAt };
  };

  return {
    receive: (order, lot, nowMs) => {
      const result = queue.then(() => accept(order, lot, nowMs));
      queue = result.catch(() => {});
      return result;
    },
    inForce: (source, sourceId) => {
      const order = newest(source, sourceId, false);
      return order?.kind === 'order' ? order : null;
    },
    afterSale: (source, sourceId) => newest(source, sourceId, true),
    effects: () => recorded,
    close: async () => {
      await queue;
      await handle.close();
    },
  };
}

async function append(handle: FileHandle, entry: RecordedOrder): Promise<void> {
  await handle.appendFile(`${JSON.stringify(entry)}\n`);
  await handle.datasync();
}

async function readRecorded(file: string): Promise<{ recorded: RecordedOrder[]; completeBytes: number }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const completeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, completeBytes).toString('utf8').split('\n').filter(Boolean);
  return { recorded: lines.map((line): RecordedOrder => JSON.parse(line)), completeBytes };
}
