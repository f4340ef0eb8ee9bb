import type { Database, Tx } from '../platform/db/db.ts';
import type { Log } from '../platform/process/log.ts';
import {
  type ClaimedOrder,
  claimOrders,
  closeStaleOrder,
  confirmOrder,
  failOrder,
  failOverdueOrders,
  lockOrderedLot,
  postponeOrder,
  scheduleDelivery,
} from './order-queries.ts';
import type { SendOrder } from './webhook-client.ts';

const CONCURRENCY = 20;
const MAX_REASON_LENGTH = 300;

interface Delivery {
  database: Pick<Database, 'db'>;
  send: SendOrder;
  /** Applies an acknowledged order to the bids of its lot, inside the transaction that confirms it. */
  onAcknowledged: (tx: Tx, lotId: number) => Promise<void>;
  log: Log;
}

export interface OrderDelivery {
  /** Sends all due, unclaimed orders. Resolves once each of them is confirmed, postponed or failed. */
  deliverDue(): Promise<void>;
}

/**
 * Delivers orders to the agent: claims them in one statement, calls the agent outside any transaction, then confirms or
 * postpones. After a lost reply the order is sent again, which its key makes harmless. Two versions of one lot are never
 * sent at the same time.
 */
export function orderDelivery({ database: { db }, send, onAcknowledged, log }: Delivery): OrderDelivery {
  const busyLots = new Set<number>();

  const deliver = async (claimed: ClaimedOrder) => {
    const { order } = claimed;
    const answer = await send(order).catch((error: unknown) => describe(error));
    if (typeof answer === 'string') {
      log.warn({ orderKey: order.orderKey, reason: answer }, 'an order is postponed');
      await postponeOrder(db, claimed, answer);
    } else if (answer.accepted) {
      await db.transaction().execute(async (tx) => {
        await lockOrderedLot(tx, Number(order.lotId));
        await confirmOrder(tx, claimed);
        await onAcknowledged(tx, Number(order.lotId));
      });
    } else if (answer.reason === 'stale') {
      await closeStaleOrder(db, claimed);
    } else {
      const reason = (answer.reason ?? 'refused').slice(0, MAX_REASON_LENGTH);
      log.error({ orderKey: order.orderKey, reason }, 'the agent refused an order');
      await failOrder(db, claimed, reason);
    }
  };

  return {
    deliverDue: async () => {
      const overdue = await failOverdueOrders(db);
      if (overdue > 0) log.error({ orders: overdue }, 'orders were not accepted before their auction');
      for (;;) {
        const claimed = await claimOrders(db, [...busyLots], CONCURRENCY);
        // Before the call: if this worker crashes during it, another one sends the order once the lease has ended.
        await scheduleDelivery(db);
        if (claimed.length === 0) return;
        for (const { order } of claimed) busyLots.add(Number(order.lotId));
        const results = await Promise.allSettled(claimed.map(deliver));
        for (const { order } of claimed) busyLots.delete(Number(order.lotId));
        // The database failed between call and confirmation: the lease ends and the order is sent again.
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      }
    },
  };
}

function describe(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return 'the agent did not answer in time';
  return `${message}${cause?.code ? ` (${cause.code})` : ''}`.slice(0, MAX_REASON_LENGTH);
}
