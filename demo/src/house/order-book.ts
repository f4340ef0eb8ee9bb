import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentAnswer, AgentOrder } from '@seri/contract/agent/orders.ts';
import type { AuctionTimes } from '../market/market.ts';

export interface KeptOrder {
  order: AgentOrder;
  receivedAt: string;
}

export type CalledAt = Pick<AuctionTimes, 'auctionAtMs' | 'negotiationMs'>;

export interface OrderBook {
  /** Answers an order; an accepted one is on disk before the answer is sent. */
  receive(order: AgentOrder, lot: CalledAt | null, nowMs: number): Promise<AgentAnswer>;
  /** The current order for the auction, or null when there was none or it was withdrawn. */
  inForce(source: string, sourceId: string): AgentOrder | null;
  /** The latest order after the auction: a consent, or its withdrawal. */
  afterSale(source: string, sourceId: string): AgentOrder | null;
  /** Every order that had an effect, in the order of arrival. */
  effects(): readonly KeptOrder[];
  close(): Promise<void>;
}

const lotKey = ({ source, sourceId }: Pick<AgentOrder, 'source' | 'sourceId'>) => `${source} ${sourceId}`;

/** Separates orders before the auction from those after it, which do not change its result. */
const partKey = (order: Pick<AgentOrder, 'source' | 'sourceId' | 'afterSale'>) =>
  `${lotKey(order)} ${order.afterSale ? 'after' : 'hall'}`;

/** The orders received: an append-only NDJSON file, read again at the start. */
export async function openOrderBook(file: string): Promise<OrderBook> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { kept, wholeBytes } = await readKept(file);
  const handle = await open(file, 'a', 0o600);
  // A line cut short by a crash was never answered as accepted, so it will be sent again.
  await handle.truncate(wholeBytes);
  const byKey = new Map(kept.map((entry) => [entry.order.orderKey, entry]));
  const byLot = new Map<string, KeptOrder>();
  for (const entry of kept) byLot.set(lotKey(entry.order), entry);
  const byPart = new Map(kept.map(({ order }) => [partKey(order), order]));
  const newest = (source: string, sourceId: string, afterSale: boolean) =>
    byPart.get(partKey({ source, sourceId, afterSale })) ?? null;
  let queue: Promise<unknown> = Promise.resolve();

  const judge = async (order: AgentOrder, lot: CalledAt | null, nowMs: number): Promise<AgentAnswer> => {
    const { orderKey } = order;
    const refuse = (reason: string): AgentAnswer => ({ accepted: false, orderKey, reason });
    const same = byKey.get(orderKey);
    if (same) {
      const isRepeat = JSON.stringify(same.order) === JSON.stringify(order);
      return isRepeat
        ? { accepted: true, orderKey, receivedAt: same.receivedAt }
        : refuse('another order has this key');
    }
    const held = byLot.get(lotKey(order));
    if (held && held.order.version >= order.version) return refuse('stale');
    if (!lot) return refuse('unknown lot');
    if (nowMs >= lot.auctionAtMs + (order.afterSale ? lot.negotiationMs : 0)) return refuse('late');
    const entry: KeptOrder = { order, receivedAt: new Date(nowMs).toISOString() };
    await append(handle, entry);
    kept.push(entry);
    byKey.set(orderKey, entry);
    byLot.set(lotKey(order), entry);
    byPart.set(partKey(order), order);
    return { accepted: true, orderKey, receivedAt: entry.receivedAt };
  };

  return {
    receive: (order, lot, nowMs) => {
      const answer = queue.then(() => judge(order, lot, nowMs));
      queue = answer.catch(() => {});
      return answer;
    },
    inForce: (source, sourceId) => {
      const order = newest(source, sourceId, false);
      return order?.kind === 'order' ? order : null;
    },
    afterSale: (source, sourceId) => newest(source, sourceId, true),
    effects: () => kept,
    close: async () => {
      await queue;
      await handle.close();
    },
  };
}

async function append(handle: FileHandle, entry: KeptOrder): Promise<void> {
  await handle.appendFile(`${JSON.stringify(entry)}\n`);
  await handle.datasync();
}

async function readKept(file: string): Promise<{ kept: KeptOrder[]; wholeBytes: number }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').filter(Boolean);
  return { kept: lines.map((line): KeptOrder => JSON.parse(line)), wholeBytes };
}
