import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

/** The worker's job: look whether the address has an account, and do what was asked. */
export const ACCOUNT_REQUEST = 'account_request';

/** Of a sign-up: what was typed besides address and password; mobile as digits. */
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

/** Written alike for every address; a job carries nothing but the id. */
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
    await addJob(tx, id);
  });

async function addJob(tx: Tx, requestId: number): Promise<void> {
  await sql`select graphile_worker.add_job(${ACCOUNT_REQUEST}, json_build_object('requestId', ${requestId}::bigint),
    max_attempts := 20)`.execute(tx);
}

/** Requests no worker could deal with; what they hold must not lie about. */
export async function deleteOldRequests(db: Db): Promise<void> {
  await db
    .deleteFrom('account_requests')
    .where(sql<boolean>`created_at < clock_timestamp() - interval '3 days'`)
    .execute();
}
