import {
  addPasskey as addCall,
  passkeyList,
  passkeyLogin,
  removePasskey as removeCall,
  startPasskey,
  startPasskeyLogin,
} from '@seri/contract/auth/passkeys.ts';
import type { FastifyInstance } from 'fastify';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CookieNames } from '../../platform/http/cookies.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { ensureOwnPassword } from '../account/ensure-own-password.ts';
import { loginBrowserOf, sendTokens } from '../session/session-cookies.ts';
import { listPasskeys } from './passkey-queries.ts';
import { ALGORITHMS, addPasskey, logInWithPasskey, newChallenge, removePasskey, userHandle } from './passkeys.ts';
import { relyingPartyOf } from './relying-party.ts';
import { findOwner } from './second-factor-queries.ts';

/** Log-in by passkey instead of password and code. */
export function passkeyRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { cookies, secretKey, publicUrl }: { cookies: CookieNames; secretKey: string; publicUrl: string | undefined },
): void {
  registerRoute(app, passkeyList, async ({ currentUser }) => {
    const rows = await listPasskeys(db, currentUser.userId);
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    };
  });

  registerRoute(app, startPasskey, async ({ body, currentUser, request }) => {
    const { userId } = currentUser;
    const owner = await findOwner(db, userId);
    await ensureOwnPassword(db, { userId, passwordHash: owner.password_hash, password: body.password });
    const party = relyingPartyOf(request, publicUrl);
    const [passkeys, { companyName }, challenge] = await Promise.all([
      listPasskeys(db, userId),
      readSettings(db),
      newChallenge(db, userId),
    ]);
    return {
      challenge,
      rpId: party.id,
      rpName: companyName,
      userHandle: userHandle(secretKey, userId),
      userName: owner.email,
      displayName: owner.full_name,
      algorithms: ALGORITHMS,
      excluded: passkeys.map((passkey) => passkey.credential_id),
    };
  });

  registerRoute(app, addCall, async ({ body, currentUser, request }) => {
    const { userId } = currentUser;
    const id = await addPasskey(db, { userId, body, party: relyingPartyOf(request, publicUrl) });
    request.log.info({ event: 'passkey_added', userId }, 'passkey added');
    return { id };
  });

  registerRoute(app, removeCall, async ({ body, currentUser, request }) => {
    await removePasskey(db, currentUser.userId, body.id);
    request.log.info({ event: 'passkey_removed', userId: currentUser.userId }, 'passkey removed');
    return { success: true as const };
  });

  registerRoute(app, startPasskeyLogin, async ({ request }) => {
    const party = relyingPartyOf(request, publicUrl);
    return { challenge: await newChallenge(db, null), rpId: party.id };
  });

  registerRoute(app, passkeyLogin, async ({ body, request, reply }) => {
    const party = relyingPartyOf(request, publicUrl);
    const signedIn = await logInWithPasskey(db, { party, body, arrival: loginBrowserOf(request, cookies) });
    request.log.info({ event: 'signed_in', userId: signedIn.userId, address: request.ip, by: 'passkey' }, 'signed in');
    sendTokens(reply, cookies, signedIn.tokens);
    return { success: true as const };
  });
}
