import type { ChecklistDocument } from '@seri/contract/purchases/papers.ts';
import type { ShippingChange } from '@seri/contract/purchases/shipping.ts';
import type { Actor } from '../../platform/calls/actor.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import { type Db, type Tx, within } from '../../platform/db/db.ts';
import { notifyDateChange, notifyStatusChange } from '../notify-buyer.ts';
import {
  insertEvent,
  type LockedPurchase,
  lockPurchase,
  type PurchaseEventKind,
  removeDueDate,
  saveDueDate,
  savePurchase,
} from './change-queries.ts';

/** A purchase and the actor of its change. */
export interface Managed {
  purchaseId: number;
  by: Actor;
}

/** Applies a change atomically to a locked purchase, in the caller's transaction when there is one. Throws NotFound. */
export function changePurchase<T>(
  db: Db,
  purchaseId: number,
  change: (tx: Tx, purchase: LockedPurchase) => Promise<T>,
): Promise<T> {
  return within(db, async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase) throw new NotFound();
    return change(tx, purchase);
  });
}

export const recordChange = (tx: Tx, { purchaseId, by }: Managed, kind: PurchaseEventKind, data: object) =>
  insertEvent(tx, { purchaseId, kind, data, by });

/** Sets the status of a purchase and notifies the client; setting the same status again does nothing. */
export const setPurchaseStatus = (db: Db, managed: Managed & { status: number }): Promise<void> =>
  changePurchase(db, managed.purchaseId, async (tx, purchase) => {
    const { status } = managed;
    if (status === purchase.status) return;
    await savePurchase(tx, purchase.id, { status });
    const eventId = await recordChange(tx, managed, 'status', { from: purchase.status, status });
    await notifyStatusChange(tx, eventId, purchase, status);
  });

const COLUMNS = {
  stockYard: 'stock_yard',
  yardArrivalEta: 'yard_arrival_eta',
  exportPort: 'export_port',
  shippingLine: 'shipping_line',
  vessel: 'vessel',
  voyage: 'voyage',
  destination: 'destination',
  dischargePort: 'discharge_port',
  etd: 'etd',
  eta: 'eta',
} as const satisfies Record<keyof ShippingChange, keyof LockedPurchase>;

/** Sets yard, ports, ship and days; the client is notified of a new departure or arrival day. Throws Purchase.DateOrder. */
export const setShipping = (db: Db, managed: Managed & { change: ShippingChange }): Promise<void> =>
  changePurchase(db, managed.purchaseId, async (tx, purchase) => {
    const named = Object.keys(COLUMNS) as (keyof ShippingChange)[];
    const changed = named.filter((name) => {
      const value = managed.change[name];
      return value !== undefined && value !== purchase[COLUMNS[name]];
    });
    if (changed.length === 0) return;
    const to = Object.fromEntries(changed.map((name) => [COLUMNS[name], managed.change[name]]));
    const { etd, eta } = { ...purchase, ...to } as Pick<LockedPurchase, 'etd' | 'eta'>;
    if (etd !== null && eta !== null && eta < etd)
      throw new ApiError('Purchase.DateOrder', { fields: { eta: ['Purchase.DateOrder'] } });
    await savePurchase(tx, purchase.id, to);
    const from = Object.fromEntries(changed.map((name) => [name, purchase[COLUMNS[name]]]));
    const eventId = await recordChange(tx, managed, 'shipping', {
      from,
      to: Object.fromEntries(changed.map((name) => [name, managed.change[name]])),
    });
    if (etd !== purchase.etd || eta !== purchase.eta) await notifyDateChange(tx, eventId, purchase, { etd, eta });
  });

/** Sets the manager's note that the client sees; an empty text removes it. */
export const setNote = (db: Db, managed: Managed & { note: string }): Promise<void> =>
  changePurchase(db, managed.purchaseId, async (tx, purchase) => {
    if (managed.note === purchase.note) return;
    await savePurchase(tx, purchase.id, { note: managed.note });
    await recordChange(tx, managed, 'note', { note: managed.note });
  });

/** Sets the agreed day of a document; null restores the usual one. */
export const setDueDay = (
  db: Db,
  managed: Managed & { kind: ChecklistDocument; dueOn: string | null },
): Promise<void> =>
  changePurchase(db, managed.purchaseId, async (tx, purchase) => {
    const { kind, dueOn } = managed;
    if (dueOn === null) await removeDueDate(tx, purchase.id, kind);
    else await saveDueDate(tx, purchase.id, kind, dueOn);
    await recordChange(tx, managed, 'due', { kind, dueOn });
  });
