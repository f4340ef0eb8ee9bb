import type { Askable } from '@seri/contract/costs/questions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

/** Unanswered questions about a lot with the number of clients; of one client, or of all for null. */
export async function findAsked(
  db: Db | Tx,
  lotId: number,
  userId: number | null,
): Promise<{ fact: Askable; clients: number }[]> {
  const { rows } = await sql<{ fact: Askable; clients: number }>`
    select fact, count(*)::integer as clients from lot_questions
     where lot_id = ${lotId} and answered_at is null and user_id = coalesce(${userId}::integer, user_id)
     group by fact order by fact`.execute(db);
  return rows;
}

/** Serializes the questions of one client, so that each counts the others. */
export const lockQuestions = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Number of other lots before their auction of which the client has unanswered questions. */
export async function countOtherAsked(tx: Tx, userId: number, lotId: number): Promise<number> {
  const { rows } = await sql<{ lots: number }>`
    select count(distinct lot_id)::integer as lots from lot_questions join lots on lots.id = lot_id
     where user_id = ${userId} and lot_id <> ${lotId} and answered_at is null and upcoming_page is not null`.execute(
    tx,
  );
  return rows[0]?.lots ?? 0;
}

interface Asked {
  userId: number;
  lotId: number;
  port: string;
  facts: readonly Askable[];
}

/** Stores questions and notifies the client's managers of those that were not open before. */
export async function insertQuestions(tx: Tx, { userId, lotId, port, facts }: Asked): Promise<void> {
  await sql`
    with asked as (
      insert into lot_questions as question (lot_id, user_id, fact, port)
      select ${lotId}, ${userId}, fact, ${port} from unnest(${[...facts]}::text[]) fact
      on conflict (lot_id, user_id, fact) do update
        set port = excluded.port, asked_at = clock_timestamp(), answered_at = null
        where question.answered_at is not null or question.port <> excluded.port
      returning fact
    ), news as (
      select jsonb_build_object('facts', jsonb_agg(fact order by fact), 'clientId', ${userId}::integer) as data
        from asked having count(*) > 0
    )
    insert into notifications (user_id, kind, lot_id, data, dedupe_key)
    select manager, 'vehicle_question', ${lotId}, data,
           'question:' || ${lotId}::bigint || ':' || ${userId}::integer || ':' || pg_current_xact_id()
      from news, managers_of(${userId}) manager
    on conflict do nothing`.execute(tx);
}
