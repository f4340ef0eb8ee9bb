import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

/** The fields of a sign-up besides address and password; mobile as digits. */
export interface SignUpForm {
  fullName: string;
  referralCode: string | null;
  mobile: string;
  country: number;
  city: string;
}

export type AccountRequest = { email: string; language: number } & (
  | { kind: 'sign_up'; form: SignUpForm; passwordHash: string }
  | { kind: 'verification' | 'reset' }
);

/** Stored in the same way for every address; the job contains only the id. */
export const insertAccountRequest = (db: Db, request: AccountRequest): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const signUp = request.kind === 'sign_up' ? request : null;
    const { id } = await tx
      .insertInto('account_requests')
      .values({
        kind: request.kind,
        email: request.email,
        language: request.language,
        form: signUp ? JSON.stringify(signUp.form) : null,
        password_hash: signUp?.passwordHash ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addJob(tx, 'account_request', { requestId: id });
  });

/** Deletes requests that no worker could process, since they contain personal data. */
export async function deleteOldRequests(db: Db): Promise<void> {
  await db
    .deleteFrom('account_requests')
    .where(sql<boolean>`created_at < clock_timestamp() - interval '3 days'`)
    .execute();
}
