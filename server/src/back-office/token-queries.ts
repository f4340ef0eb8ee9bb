import type { Scope } from '@seri/contract/back-office/scopes.ts';
import { sql } from 'kysely';
import { NotFound } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/** Finds an active token by the hash of its secret, so that the timing of the lookup reveals nothing about the secret. */
export const findByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('service_secrets')
    .innerJoin('service_tokens', 'service_tokens.id', 'service_secrets.token_id')
    .select(['service_tokens.id', 'name', 'scopes'])
    .where('token_hash', '=', hash)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirst();

/** Logs a call, and updates the token's last use at most once a minute. */
export async function insertCall(
  db: Db,
  { tokenId, call, requestId }: { tokenId: number; call: string; requestId: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with used as (
      update service_tokens set last_used_at = clock_timestamp()
       where id = ${tokenId} and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute'))
    insert into service_calls (token_id, call, request_id) values (${tokenId}, ${call}, ${requestId}::uuid)
    returning id`.execute(db);
  return Number(rows[0]?.id);
}

export async function endCall(db: Db, id: number, status: number): Promise<void> {
  await db.updateTable('service_calls').set({ status }).where('id', '=', id).execute();
}

/** Null if a token of this name exists. */
export async function insertToken(tx: Tx, name: string, scopes: readonly Scope[]): Promise<number | null> {
  const row = await tx
    .insertInto('service_tokens')
    .values({ name, scopes: [...scopes] })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertSecret(tx: Tx, tokenId: number, hash: Buffer): Promise<void> {
  await tx.insertInto('service_secrets').values({ token_id: tokenId, token_hash: hash }).execute();
}

/** Ends the secrets of a token after some hours; a secret that ends sooner keeps its time. */
export async function endSecrets(tx: Tx, tokenId: number, hours: number): Promise<void> {
  await sql`
    update service_secrets
       set ends_at = least(coalesce(ends_at, 'infinity'), clock_timestamp() + make_interval(hours => ${hours}))
     where token_id = ${tokenId}`.execute(tx);
}

export async function lockToken(tx: Tx, name: string) {
  const row = await tx
    .selectFrom('service_tokens')
    .select(['id', 'scopes', 'disabled_at'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound();
  return row;
}

export async function saveToken(
  tx: Tx,
  tokenId: number,
  change: { scopes?: Scope[]; isDisabled?: boolean },
): Promise<void> {
  await tx
    .updateTable('service_tokens')
    .set({
      ...(change.scopes ? { scopes: change.scopes } : {}),
      ...(change.isDisabled === undefined
        ? {}
        : { disabled_at: change.isDisabled ? sql<Date>`clock_timestamp()` : null }),
    })
    .where('id', '=', tokenId)
    .execute();
}

export async function insertTokenEvent(tx: Tx, tokenId: number, event: string, scopes?: readonly Scope[]) {
  await tx
    .insertInto('service_token_events')
    .values({ token_id: tokenId, event, scopes: scopes ? [...scopes] : null })
    .execute();
}

export const findTokens = (db: Db) =>
  db
    .selectFrom('service_tokens')
    .select(['name', 'scopes', 'created_at', 'disabled_at', 'last_used_at'])
    .orderBy('name')
    .execute();

/** A token with the end of its old secret, its events, and its latest calls. */
export async function findTokenInFull(db: Db, name: string, calls: number) {
  const token = await db
    .selectFrom('service_tokens')
    .select((eb) => [
      'id',
      'name',
      'scopes',
      'created_at',
      'disabled_at',
      'last_used_at',
      eb
        .selectFrom('service_secrets')
        .select((secret) => secret.fn.max<Date | null>('ends_at').as('ends'))
        .whereRef('token_id', '=', 'service_tokens.id')
        .where('ends_at', '>', sql<Date>`clock_timestamp()`)
        .as('old_secret_ends_at'),
    ])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!token) return null;
  const [events, last] = await Promise.all([
    db
      .selectFrom('service_token_events')
      .select(['at', 'event', 'scopes'])
      .where('token_id', '=', token.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('service_calls')
      .select(['at', 'call', 'status', 'request_id'])
      .where('token_id', '=', token.id)
      .orderBy('id', 'desc')
      .limit(calls)
      .execute(),
  ]);
  return { ...token, events, calls: last };
}

/** Deletes old log entries of reading calls; those of changes stay. */
export async function deleteOldReadCalls(db: Db): Promise<void> {
  await sql`
    delete from service_calls
     where call like 'GET %' and at < clock_timestamp() - interval '90 days'`.execute(db);
}
