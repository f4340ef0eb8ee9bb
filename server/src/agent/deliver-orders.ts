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
  /** Inside the transaction that confirms: what follows for the bids of the lot. */
  onAcknowledged: (tx: Tx, lotId: number) => Promise<void>;
  log: Log;
}

export interface OrderDelivery {
  /** Sends whatever is due and free; answers once every order it took is confirmed, postponed or failed. */
  deliverDue(): Promise<void>;
}

/**
 * Orders on their way to the agent: claim in one statement, call outside any transaction, then confirm or postpone
 * (house style 4.3). A lost reply means sending again; the key makes that harmless at the agent. Two versions of one
 * lot are never in the air together.
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
      log.error({ orderKey: order.orderKey, reason }, 'the agent refuses an order');
      await failOrder(db, claimed, reason);
    }
  };

  return {
    deliverDue: async () => {
      const overdue = await failOverdueOrders(db);
      if (overdue > 0) log.error({ orders: overdue }, 'orders were not taken before their auction');
      for (;;) {
        const claimed = await claimOrders(db, [...busyLots], CONCURRENCY);
        // Before the call: should this worker die in it, another one sends the order when the lease has run out.
        await scheduleDelivery(db);
        if (claimed.length === 0) return;
        for (const { order } of claimed) busyLots.add(Number(order.lotId));
        const results = await Promise.allSettled(claimed.map(deliver));
        for (const { order } of claimed) busyLots.delete(Number(order.lotId));
        // The database failed between call and confirmation: the claim runs out and the order goes again.
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
