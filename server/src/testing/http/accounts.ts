import { handleAccountRequest } from '../../flows/accounts/handle-account-request.ts';
import type { Database } from '../../platform/db/db.ts';
import { type LinkPurpose, linkToken } from '../../platform/email-link.ts';

type Rows = Pick<Database, 'db'>;

/** Processes every waiting sign-up, verification and reset as the worker would, in order of arrival. */
export async function handleRequests({ db }: Rows, secretKey: string): Promise<void> {
  const requests = await db.selectFrom('account_requests').select('id').orderBy('id').execute();
  for (const { id } of requests) await handleAccountRequest(db, { requestId: id, secretKey });
}

/** Returns the token of the newest email of this purpose, valid or not. */
export async function linkOf({ db }: Rows, secretKey: string, userId: number, purpose: LinkPurpose): Promise<string> {
  const { id } = await db
    .selectFrom('email_links')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return linkToken(secretKey, id);
}

/** Returns the kinds of the emails queued for a user, oldest first. */
export async function mailsTo({ db }: Rows, userId: number): Promise<string[]> {
  const mails = await db.selectFrom('mails').select('kind').where('user_id', '=', userId).orderBy('id').execute();
  return mails.map((mail) => mail.kind);
}

export const findPersonByEmail = ({ db }: Rows, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
