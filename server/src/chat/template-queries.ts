import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';

/** Serializes changes of the message templates until the end of the transaction. */
export const lockTemplates = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('chat_templates', 0))`.execute(tx);
