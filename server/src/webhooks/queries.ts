import type { DELIVERY_STATES, WebhookKind } from '@seri/contract/webhooks/events.ts';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/** More than two days of attempts: the delay doubles from ten seconds up to six hours. */
export const MAX_ATTEMPTS = 20;
const FIRST_DELAY_SECONDS = 10;
const MAX_DELAY_SECONDS = 6 * 3_600;
const RETENTION_DAYS = 90;

export interface Due {
  deliveryId: number;
  targetId: number;
  target: string;
  url: string;
  encryptedSecret: Buffer;
  eventId: string;
  kind: WebhookKind;
  data: unknown;
  at: Date;
  attempts: number;
}

/** Due deliveries, a few of each target, so that an unresponsive target does not block the others. */
export async function findDue(db: Db, perTarget: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select d.id as "deliveryId", t.id as "targetId", t.name as target, t.url, t.encrypted_secret as "encryptedSecret",
           e.event_id as "eventId", e.kind, e.data, e.at, d.attempts + 1 as attempts
      from webhook_targets t cross join lateral (
        select * from webhook_deliveries w
         where w.target_id = t.id and w.state = 'waiting' and w.next_attempt_at <= clock_timestamp()
         order by w.next_attempt_at, w.id limit ${perTarget}) d
      join webhook_events e on e.id = d.event_id
     where t.is_enabled`.execute(db);
  return rows;
}

export async function confirmDelivery(db: Db, { deliveryId }: Due): Promise<void> {
  await sql`
    update webhook_deliveries
       set state = 'delivered', attempts = attempts + 1, delivered_at = clock_timestamp(), last_error = null
     where id = ${deliveryId}`.execute(db);
}

/** Schedules the next attempt. Returns true if that was the last one. */
export async function postponeDelivery(db: Db, { deliveryId }: Due, reason: string): Promise<boolean> {
  const { rows } = await sql<{ isDead: boolean }>`
    update webhook_deliveries
       set state = case when attempts + 1 >= ${MAX_ATTEMPTS} then 'dead' else 'waiting' end, attempts = attempts + 1,
           last_error = ${reason}, next_attempt_at = clock_timestamp() + make_interval(secs => least(
             ${MAX_DELAY_SECONDS}, ${FIRST_DELAY_SECONDS} * power(2, attempts)))
     where id = ${deliveryId} and state = 'waiting' returning state = 'dead' as "isDead"`.execute(db);
  return rows[0]?.isDead ?? false;
}

/** Schedules the next job, for the delivery that is due first. */
export async function scheduleDeliveries(db: Db): Promise<void> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select greatest(min(d.next_attempt_at), clock_timestamp() + interval '1 second') as "dueAt"
      from webhook_deliveries d join webhook_targets t on t.id = d.target_id
     where d.state = 'waiting' and t.is_enabled having count(*) > 0`.execute(db);
  const dueAt = rows[0]?.dueAt;
  if (dueAt) await addJob(db, 'deliver_webhooks', {}, { key: 'webhooks:next', runAt: dueAt });
}

export interface TargetRow {
  name: string;
  url: string;
  kinds: WebhookKind[];
  isEnabled: boolean;
  waiting: number;
  dead: number;
  lastDeliveredAt: Date | null;
}

export async function findTargets(db: Db): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select t.name, t.url, t.kinds, t.is_enabled as "isEnabled",
           count(d.id) filter (where d.state = 'waiting') as waiting, count(d.id) filter (where d.state = 'dead') as dead,
           max(d.delivered_at) as "lastDeliveredAt"
      from webhook_targets t left join webhook_deliveries d on d.target_id = t.id
     group by t.id order by t.name`.execute(db);
  return rows;
}

/** Locks a target until the end of the transaction and returns its id. */
export const lockTarget = (tx: Tx, name: string) =>
  tx.selectFrom('webhook_targets').select('id').where('name', '=', name).forUpdate().executeTakeFirst();

/** Inserts a target without its secret and returns the id, which the encryption of the secret needs. */
export async function insertTarget(tx: Tx, target: { name: string; url: string; kinds: string[] }): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_targets')
    .values({ ...target, encrypted_secret: Buffer.alloc(0) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ url: target.url }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface TargetChange {
  url: string;
  kinds: string[];
  isEnabled: boolean;
  encryptedSecret?: Buffer | undefined;
}

export async function saveTarget(tx: Tx, id: number, { url, kinds, isEnabled, encryptedSecret }: TargetChange) {
  await tx
    .updateTable('webhook_targets')
    .set({ url, kinds, is_enabled: isEnabled, ...(encryptedSecret ? { encrypted_secret: encryptedSecret } : {}) })
    .where('id', '=', id)
    .execute();
  await addJob(tx, 'deliver_webhooks');
}

/** Makes one delivery of a target, or all dead ones, due now with a full set of attempts. Returns their number. */
export async function resendDeliveries(tx: Tx, targetId: number, deliveryId: number | undefined): Promise<number> {
  const result = await sql`
    update webhook_deliveries
       set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
     where target_id = ${targetId}
       and ${deliveryId === undefined ? sql`state = 'dead'` : sql`id = ${deliveryId}`}`.execute(tx);
  await addJob(tx, 'deliver_webhooks');
  return Number(result.numAffectedRows ?? 0);
}

interface DeliveryFilter {
  target?: string | undefined;
  state?: (typeof DELIVERY_STATES)[number] | undefined;
}

export interface DeliveryRow {
  deliveryId: number;
  target: string;
  eventId: string;
  kind: WebhookKind;
  state: (typeof DELIVERY_STATES)[number];
  attempts: number;
  lastError: string | null;
  at: Date;
  nextAttemptAt: Date;
  deliveredAt: Date | null;
}

export async function findDeliveries(
  db: Db,
  { target, state }: DeliveryFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: DeliveryRow[]; found: number; all: number }> {
  const matches = sql<SqlBool>`(${target ?? null}::text is null or t.name = ${target ?? null})
    and (${state ?? null}::text is null or d.state = ${state ?? null})`;
  const [items, counts] = await Promise.all([
    sql<DeliveryRow>`
      select d.id as "deliveryId", t.name as target, e.event_id as "eventId", e.kind, d.state, d.attempts,
             d.last_error as "lastError", e.at, d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt"
        from webhook_deliveries d join webhook_targets t on t.id = d.target_id
        join webhook_events e on e.id = d.event_id
       where ${matches} order by d.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ found: number; all: number }>`
      select count(*) filter (where ${matches}) as found, count(*) as all
        from webhook_deliveries d join webhook_targets t on t.id = d.target_id`.execute(db),
  ]);
  return { items: items.rows, ...(counts.rows[0] ?? { found: 0, all: 0 }) };
}

/** Deletes old events whose deliveries all succeeded; dead deliveries stay for the operator. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`
    delete from webhook_events e
     where e.at < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})
       and not exists (select from webhook_deliveries d where d.event_id = e.id and d.state <> 'delivered')`.execute(
    db,
  );
}
