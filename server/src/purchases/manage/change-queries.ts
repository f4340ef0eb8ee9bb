import { sql, type Updateable } from 'kysely';
import { type Actor, actorIdOf, tokenIdOf } from '../../platform/calls/actor.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Purchases } from '../../platform/db/tables.ts';
import type { Owner } from '../details-queries.ts';

/** Locks the purchase against other changes until the transaction ends. */
export const lockPurchase = (tx: Tx, purchaseId: number, owner: Owner = null) =>
  tx
    .selectFrom('purchases')
    .select([
      'id',
      'user_id',
      'bid_id',
      'sku',
      'status',
      'stock_yard',
      'yard_arrival_eta',
      'export_port',
      'shipping_line',
      'vessel',
      'voyage',
      'destination',
      'discharge_port',
      'etd',
      'eta',
      'note',
      'consignee_id',
      'notify_party_id',
    ])
    .where('id', '=', purchaseId)
    .$if(owner !== null, (found) => found.where('user_id', '=', owner))
    .forUpdate()
    .executeTakeFirst();
export type LockedPurchase = NonNullable<Awaited<ReturnType<typeof lockPurchase>>>;

export const savePurchase = (tx: Tx, purchaseId: number, change: Updateable<Purchases>) =>
  tx.updateTable('purchases').set(change).where('id', '=', purchaseId).execute();

export type PurchaseEventKind = 'status' | 'shipping' | 'fee' | 'document' | 'note' | 'due' | 'consignee';

/** Records a change and returns the id of the record. */
export async function insertEvent(
  tx: Tx,
  event: { purchaseId: number; kind: PurchaseEventKind; data: object; by: Actor; at?: Date | undefined },
): Promise<number> {
  const { id } = await tx
    .insertInto('purchase_events')
    .values({
      purchase_id: event.purchaseId,
      kind: event.kind,
      data: JSON.stringify(event.data),
      user_id: actorIdOf(event.by),
      token_id: tokenIdOf(event.by),
      ...(event.at ? { at: event.at } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const saveDueDate = (tx: Tx, purchaseId: number, kind: string, dueOn: string) =>
  tx
    .insertInto('purchase_due_dates')
    .values({ purchase_id: purchaseId, kind, due_on: dueOn })
    .onConflict((conflict) => conflict.columns(['purchase_id', 'kind']).doUpdateSet({ due_on: dueOn }))
    .execute();

export const removeDueDate = (tx: Tx, purchaseId: number, kind: string) =>
  tx.deleteFrom('purchase_due_dates').where('purchase_id', '=', purchaseId).where('kind', '=', kind).execute();

export const findSameDocument = (db: Db | Tx, purchaseId: number, kind: string, sha256: Buffer) =>
  db
    .selectFrom('purchase_documents')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', kind)
    .where('sha256', '=', sha256)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const isPurchase = async (db: Db, purchaseId: number): Promise<boolean> =>
  (await db.selectFrom('purchases').select('id').where('id', '=', purchaseId).executeTakeFirst()) !== undefined;

export const countDocuments = async (tx: Tx, purchaseId: number): Promise<number> =>
  (
    await tx
      .selectFrom('purchase_documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('purchase_id', '=', purchaseId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

interface NewDocument {
  purchaseId: number;
  kind: string;
  name: string;
  type: string;
  storedAs: string;
  sha256: Buffer;
  bytes: number;
  by: Actor;
}

export async function insertDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { id } = await tx
    .insertInto('purchase_documents')
    .values({
      purchase_id: document.purchaseId,
      kind: document.kind,
      name: document.name,
      type: document.type,
      stored_as: document.storedAs,
      sha256: document.sha256,
      bytes: document.bytes,
      user_id: actorIdOf(document.by),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a document and returns its purchase; undefined when the document does not exist. */
export const removeDocumentRow = (tx: Tx, documentId: number) =>
  tx
    .updateTable('purchase_documents')
    .set({ removed_at: sql`clock_timestamp()` })
    .where('id', '=', documentId)
    .where('removed_at', 'is', null)
    .returning(['purchase_id', 'kind', 'name'])
    .executeTakeFirst();
