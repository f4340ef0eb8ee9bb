import { createHash, randomUUID } from 'node:crypto';
import {
  DOCUMENT_TYPES,
  type DocumentKind,
  type DocumentType,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
} from '@seri/contract/purchases/papers.ts';
import { fileTypeFromBuffer } from 'file-type';
import type { Actor } from '../../platform/calls/actor.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import { type Db, within } from '../../platform/db/db.ts';
import {
  countDocuments,
  findSameDocument,
  insertDocument,
  isPurchase,
  removeDocumentRow,
} from '../manage/change-queries.ts';
import { changePurchase, type Managed, recordChange } from '../manage/manage-purchase.ts';
import { notifyDocument } from '../notify-buyer.ts';
import type { DocumentStore } from './document-store.ts';

interface NewDocument extends Managed {
  kind: DocumentKind;
  name: string;
  content: Buffer;
}

/**
 * Adds a document to a purchase and returns its id; the same file of the same kind again returns the first one.
 * Throws NotFound, Purchase.DocumentTooLarge, Purchase.DocumentType, Purchase.DocumentLimit.
 */
export async function addDocument(db: Db, store: DocumentStore, document: NewDocument): Promise<number> {
  const { purchaseId, kind, name, content } = document;
  if (content.length > MAX_DOCUMENT_BYTES) throw new ApiError('Purchase.DocumentTooLarge');
  const type = await typeOf(content);
  const sha256 = createHash('sha256').update(content).digest();
  const known = await findSameDocument(db, purchaseId, kind, sha256);
  if (known) return known.id;
  if (!(await isPurchase(db, purchaseId))) throw new NotFound();
  // Stored first: a row without its file would be a broken link, a file without its row is harmless.
  const storedAs = `${new Date().getUTCFullYear()}/${randomUUID()}`;
  await store.put(storedAs, content);
  return changePurchase(db, purchaseId, async (tx, purchase) => {
    const meanwhile = await findSameDocument(tx, purchaseId, kind, sha256);
    if (meanwhile) return meanwhile.id;
    if ((await countDocuments(tx, purchaseId)) >= MAX_DOCUMENTS) throw new ApiError('Purchase.DocumentLimit');
    const id = await insertDocument(tx, {
      ...{ purchaseId, kind, name, type, storedAs, sha256 },
      ...{ bytes: content.length, by: document.by },
    });
    const eventId = await recordChange(tx, document, 'document', { added: id, kind, name });
    await notifyDocument(tx, eventId, purchase, kind);
    return id;
  });
}

/** Removes a document; its file stays in the store. Throws NotFound. */
export async function removeDocument(db: Db, { documentId, by }: { documentId: number; by: Actor }) {
  await within(db, async (tx) => {
    const removed = await removeDocumentRow(tx, documentId);
    if (!removed) throw new NotFound();
    const { purchase_id: purchaseId, kind, name } = removed;
    await recordChange(tx, { purchaseId, by }, 'document', { removed: documentId, kind, name });
  });
}

async function typeOf(content: Buffer): Promise<DocumentType> {
  const found = await fileTypeFromBuffer(content);
  const type = DOCUMENT_TYPES.find((known) => known === found?.ext);
  if (!type) throw new ApiError('Purchase.DocumentType');
  return type;
}
