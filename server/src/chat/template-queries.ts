import { sql } from 'kysely';
import type { Tx } from '../platform/db/db.ts';

/** Whoever replaces the ready messages first is alone until his transaction ends. */
export const lockTemplates = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('chat_templates', 0))`.execute(tx);
