import { invoice } from '@seri/contract/payments/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database } from '../../platform/db/db.ts';
import { HIJACKED, registerRoute } from '../../platform/http/register-route.ts';
import { findDetails } from '../details-queries.ts';
import { purchaseNumber } from '../purchase-id.ts';
import { ownerFor } from './download-document.ts';
import { drawInvoice } from './draw-invoice.ts';

/** The invoice of a purchase, drawn from the ledger on each request. */
export function invoiceRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, invoice, async ({ query, currentUser, reply }) => {
    const purchaseId = purchaseNumber(query.id);
    const row = purchaseId === null ? undefined : await findDetails(db, purchaseId, ownerFor(currentUser));
    if (!row) throw new NotFound();
    const file = await drawInvoice(db, row, { language: currentUser.language, settings: await readSettings(db) });
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="invoice-${row.sku.replace(/[^A-Za-z0-9-]+/g, '-')}.pdf"`)
      .send(file);
    return HIJACKED;
  });
}
