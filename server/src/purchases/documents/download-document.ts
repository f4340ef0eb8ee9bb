import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { DocumentType } from '@seri/contract/purchases/papers.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { ensureAccess } from '../../platform/http/access.ts';
import { findDocument, type Owner } from '../details-queries.ts';
import type { DocumentStore } from './document-store.ts';

const MEDIA: Record<DocumentType, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' };

/** Managers of bids see everybody's purchases, other users their own. Throws NotFound for other managers. */
export function ownerFor({ userType, userId, permissions }: CurrentUser): Owner {
  if (userType !== USER_TYPE.manager) return userId;
  if (!permissions.bidManagementEnabled) throw new NotFound();
  return null;
}

/**
 * `GET /v1/files/<number>`: a document of a purchase. Access to the purchase is checked each time, so that a guessed
 * or saved number opens nothing. The file is always downloaded, never shown in a page of the portal.
 */
export function purchaseFiles(app: FastifyInstance, { db }: Database, store: DocumentStore): void {
  app.get<{ Params: { id: string } }>(
    '/v1/files/:id(^[1-9]\\d{0,14}$)',
    { config: { access: 'signed_in', budget: 'file' } },
    async (request, reply) => {
      const currentUser = ensureAccess({ access: 'signed_in' }, request.currentUser);
      if (!currentUser) throw new ApiError('Auth.SignedOut');
      const document = await findDocument(db, Number(request.params.id), ownerFor(currentUser));
      if (!document) throw new NotFound();
      if (document.kind === 'invoice' && !currentUser.permissions.downloadInvoice) throw new ApiError('Access.Denied');
      const content = await store.get(document.stored_as);
      if (!content) throw new NotFound();
      const type = document.type as DocumentType;
      return reply
        .type(MEDIA[type])
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${fileName(document)}"`)
        .send(content);
    },
  );
}

const fileName = ({ sku, kind, type }: { sku: string; kind: string; type: string }): string =>
  `${sku.replace(/[^A-Za-z0-9-]+/g, '-')}-${kind}.${type}`;
