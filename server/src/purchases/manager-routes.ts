import * as service from '@seri/contract/purchases/back-office-routes.ts';
import type { FeeKind } from '@seri/contract/purchases/finances.ts';
import * as managers from '@seri/contract/purchases/manager-routes.ts';
import { CHECKLIST_DOCUMENTS, type DocumentKind, type DocumentType } from '@seri/contract/purchases/papers.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, type Caller, deciderOf, idOf } from '../platform/calls/actor.ts';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { NotFound } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import type { Database, Db, Tx } from '../platform/db/db.ts';
import { runOnce } from '../platform/http/idempotency.ts';
import { idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { accuracyRoutes } from './accuracy-routes.ts';
import { toDetails } from './details.ts';
import { findDetails, findDocument, findPurchaseEvents } from './details-queries.ts';
import { addDocument, removeDocument } from './documents/add-document.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { statusList } from './labels.ts';
import { type Managed, setDueDay, setNote, setPurchaseStatus, setShipping } from './manage/manage-purchase.ts';
import { countManaged, findManaged, type ManagedRow } from './manage/managed-queries.ts';

const LAST_EVENTS = 50;
const ONE = { page: 1, pageSize: 1 };

interface Options {
  /** Injected, because the ledger belongs to another capability. */
  chargeFee: (db: Db | Tx, fee: Managed & { kind: FeeKind; amountYen: number }) => Promise<void>;
  documents: DocumentStore;
}

/** Purchases of everybody: for managers on their screens and for programs of the provider. */
export function purchaseManagerRoutes(app: FastifyInstance, { db }: Database, { chargeFee, documents }: Options): void {
  for (const spec of [managers.listPurchases, service.serviceListPurchases])
    registerRoute(app, spec, async ({ query, currentUser }) => {
      const [rows, counts] = await Promise.all([findManaged(db, query, query), countManaged(db, query)]);
      const { page, pageSize } = query;
      return {
        success: true as const,
        items: rows.map(toListed),
        statusList: statusList(languageOf(currentUser)),
        pageInfo: { page, pageSize, totalSearchResults: counts.found, totalResults: counts.all },
      };
    });

  accuracyRoutes(app, db);

  for (const spec of [managers.viewPurchase, service.serviceViewPurchase])
    registerRoute(app, spec, async ({ query: { purchaseId }, currentUser }) => {
      const [row, [listed], events] = await Promise.all([
        findDetails(db, purchaseId, null),
        findManaged(db, { purchaseId }, ONE),
        findPurchaseEvents(db, purchaseId, LAST_EVENTS),
      ]);
      if (!row || !listed) throw new NotFound();
      // A program has no session, which the invoice's address requires.
      const mayInvoice = currentUser?.permissions.downloadInvoice ?? true;
      const details = await toDetails(db, row, { language: languageOf(currentUser), mayInvoice });
      return {
        ...details,
        ...(currentUser ? {} : { invoiceAvailable: false, invoiceUrl: null }),
        purchase: toListed(listed),
        ...{ company: row.company, email: row.email, mobile: row.mobile },
        events: events.map(({ at, by, kind, data }) => ({
          ...{ at: at.toISOString(), by, kind },
          data: data as Record<string, unknown>,
        })),
      };
    });

  /** Runs one change in one transaction with its idempotent reply. */
  const change = (call: Caller & { request: FastifyRequest }, work: (tx: Tx, by: Actor) => Promise<void>) => {
    const decider = deciderOf(call);
    return db.transaction().execute((tx) =>
      runOnce(tx, idempotencyKey(call.request, decider), async () => {
        await work(tx, idOf(decider));
        return { success: true as const };
      }),
    );
  };

  for (const spec of [managers.setPurchaseStatus, service.serviceSetPurchaseStatus])
    registerRoute(app, spec, (call) => change(call, (tx, by) => setPurchaseStatus(tx, { ...call.body, by })));
  for (const spec of [managers.setPurchaseShipping, service.serviceSetShipping])
    registerRoute(app, spec, (call) => {
      const { purchaseId, ...shipping } = call.body;
      return change(call, (tx, by) => setShipping(tx, { purchaseId, by, change: shipping }));
    });
  for (const spec of [managers.setPurchaseNote, service.serviceSetNote])
    registerRoute(app, spec, (call) => change(call, (tx, by) => setNote(tx, { ...call.body, by })));
  for (const spec of [managers.setPurchaseDueDay, service.serviceSetDueDay])
    registerRoute(app, spec, (call) => {
      const { purchaseId, paper, dueOn } = call.body;
      return change(call, (tx, by) => setDueDay(tx, { purchaseId, by, kind: paper, dueOn }));
    });
  for (const spec of [managers.chargePurchaseFee, service.serviceChargeFee])
    registerRoute(app, spec, (call) => change(call, (tx, by) => chargeFee(tx, { ...call.body, by })));

  // No idempotency key: the file itself is the key, and the store must not be called inside a transaction.
  for (const spec of [managers.addPurchaseDocument, service.serviceAddDocument])
    registerRoute(app, spec, async (call) => {
      const content = Buffer.from(call.body.content, 'base64');
      const by = idOf(deciderOf(call));
      return { success: true as const, documentId: await addDocument(db, documents, { ...call.body, content, by }) };
    });
  for (const spec of [managers.removePurchaseDocument, service.serviceRemoveDocument])
    registerRoute(app, spec, (call) => change(call, (tx, by) => removeDocument(tx, { ...call.body, by })));

  registerRoute(app, service.serviceReadDocument, async ({ query: { documentId } }) => {
    const found = await findDocument(db, documentId, null);
    const content = found && (await documents.get(found.stored_as));
    if (!found || !content) throw new NotFound();
    const { name } = found;
    return {
      ...{ success: true as const, documentId, name },
      ...{ kind: found.kind as DocumentKind, type: found.type as DocumentType },
      content: content.toString('base64'),
    };
  });
}

const languageOf = (currentUser: CurrentUser | null): number => currentUser?.language ?? LANGUAGE.en;

const toListed = (row: ManagedRow): managers.ManagedPurchase => ({
  purchaseId: row.id,
  userId: row.userId,
  clientId: clientCode(row.userId),
  client: row.client,
  sku: row.sku,
  title: row.title,
  chassis: row.chassis,
  lotNo: row.lotNo,
  auction: row.auction,
  boughtOn: row.boughtOn,
  status: row.status,
  totalYen: row.totalYen,
  exportPort: row.exportPort,
  vessel: row.vessel,
  voyage: row.voyage,
  destination: row.destination,
  etd: row.etd,
  eta: row.eta,
  // The portal's own invoice always exists.
  missingPapers: CHECKLIST_DOCUMENTS.filter(
    (paper) => paper !== 'invoice' && !row.documents.some(({ kind }) => kind === paper),
  ),
});
