import type { Scope } from '@seri/contract/back-office/scopes.ts';
import type { Db } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import type { ServiceTokenAuth } from '../platform/http/create-app.ts';
import { endCall, findByHash, insertCall } from './token-queries.ts';

/** Authentication of programs by token, with a log of their calls. */
export const serviceTokenAuth = (db: Db): ServiceTokenAuth => ({
  find: async (token) => {
    const row = await findByHash(db, tokenHash(token));
    return row ? { tokenId: row.id, name: row.name, scopes: row.scopes as Scope[] } : null;
  },
  begin: ({ tokenId }, { call, requestId }) => insertCall(db, { tokenId, call, requestId }),
  end: (callId, status) => endCall(db, callId, status),
});
