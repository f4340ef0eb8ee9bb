import type { Tx } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { endSessionsOf, insertSession, recordLogin } from '../queries.ts';
import { findDevice, saveDevice } from './device-queries.ts';
import { newTokens, randomToken, type Tokens } from './tokens.ts';

/** The browser of a log-in. */
export interface LoginBrowser {
  address: string;
  userAgent: string;
  /** Cookies that the browser still had; their sessions end, since a log-in never continues one. */
  oldTokens: string[];
  /** The token of a browser that has signed in before. */
  device: string | undefined;
}

/** Values for the browser's cookies. */
export interface OpenedSession extends Tokens {
  device: string;
}

/** The last step of every log-in, whatever its method: creates the session. */
export async function openSession(tx: Tx, userId: number, arrival: LoginBrowser): Promise<OpenedSession> {
  const { address } = arrival;
  const userAgent = arrival.userAgent.slice(0, 300);
  const tokens = newTokens();
  const login = await recordLogin(tx, userId);
  await endSessionsOf(tx, arrival.oldTokens, 'new_login');
  await insertSession(tx, { userId, tokens, userAgent, address });
  const { device, isNew } = await recogniseDevice(tx, userId, arrival.device);
  if (isNew && login.previous_at)
    await queueMail(tx, { kind: 'new_device', userId, address, userAgent, at: login.at.toISOString() });
  return { ...tokens, device };
}

/** A browser keeps its token for all users who log in there; a token that the portal did not issue is replaced. */
async function recogniseDevice(tx: Tx, userId: number, presented: string | undefined) {
  const found = presented === undefined ? null : await findDevice(tx, userId, tokenHash(presented));
  const device = presented !== undefined && found?.is_known ? presented : randomToken();
  await saveDevice(tx, userId, tokenHash(device));
  return { device, isNew: !found?.is_own };
}
