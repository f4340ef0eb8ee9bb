import type { Tx } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { endSessionsOf, insertSession, recordLogin } from '../queries.ts';
import { findDevice, keepDevice } from './device-queries.ts';
import { newTokens, randomToken, type Tokens } from './tokens.ts';

/** The browser somebody logs in with. */
export interface Arrival {
  address: string;
  userAgent: string;
  /** Cookies the browser still had; the session behind them ends, log-in never continues one. */
  oldTokens: string[];
  /** What tells this browser from others, if it was here before. */
  device: string | undefined;
}

/** What goes into the cookies of the browser. */
export interface OpenedSession extends Tokens {
  device: string;
}

/** The end of every log-in, whatever proved who it is. */
export async function openSession(tx: Tx, userId: number, arrival: Arrival): Promise<OpenedSession> {
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

/** A browser keeps its token for everybody who logs in there; one that nobody gave out is replaced. */
async function recogniseDevice(tx: Tx, userId: number, presented: string | undefined) {
  const found = presented === undefined ? null : await findDevice(tx, userId, tokenHash(presented));
  const device = presented !== undefined && found?.is_known ? presented : randomToken();
  await keepDevice(tx, userId, tokenHash(device));
  return { device, isNew: !found?.is_own };
}
