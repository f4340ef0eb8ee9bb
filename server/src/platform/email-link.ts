import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db/db.ts';
import { tokenHash } from './http/cookies.ts';

export type LinkPurpose = 'verify' | 'reset';

/** A reset link is valid for an hour, a verification link for a day (business-rules.md#links-in-emails). */
const LIFE_HOURS = { verify: 24, reset: 1 } as const;

/** Returns a token of 256 bits that only this portal can derive from the id of a link. */
export const linkToken = (secretKey: string, id: string): string =>
  createHmac('sha256', secretKey).update(`email link ${id}`).digest('base64url');

/** Creates a link and returns its id; the account's older links of the same purpose stop working. */
export async function createEmailLink(
  tx: Tx,
  {
    userId,
    purpose,
    secretKey,
    hours = LIFE_HOURS[purpose],
  }: { userId: number; purpose: LinkPurpose; secretKey: string; hours?: number },
): Promise<string> {
  const id = randomUUID();
  await voidLinks(tx, userId, purpose);
  await tx
    .insertInto('email_links')
    .values({
      id,
      user_id: userId,
      purpose,
      token_hash: tokenHash(linkToken(secretKey, id)),
      expires_at: sql`clock_timestamp() + make_interval(hours => ${hours})`,
    })
    .execute();
  return id;
}

/** Invalidates all links sent so far for this purpose. */
export async function voidLinks(tx: Tx, userId: number, purpose: LinkPurpose): Promise<void> {
  await tx
    .updateTable('email_links')
    .set({ voided_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}
