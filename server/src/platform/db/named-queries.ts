import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type { Pool } from 'pg';

/** Maximum number of statement texts with names in one process; further ones are planned on each call. */
const MAX_TEXTS = 200;
const names = new Map<string, string>();

const MARK = '/* planned once */';
/** Marks a statement whose best plan does not depend on its values. */
export const PREPARED = sql.raw(MARK);

/**
 * A pool for Kysely, which passes on only texts and values. It sends statements as the driver's named queries, so
 * that a connection plans them once (docs/decisions/021).
 */
export const namedQueries = (pool: Pool, which: 'all' | 'marked'): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect();
    const query = (text: string, values: unknown[]) => {
      // Statements without values are begin, commit or settings; they need no plan.
      const isNamed = values.length > 0 && (which === 'all' || text.includes(MARK));
      return client.query({ text, values, name: isNamed ? nameOf(text) : undefined });
    };
    return {
      // The overload with cursors is missing; it needs a dialect with cursor support.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isBroken) => client.release(isBroken),
    };
  },
});

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MAX_TEXTS) names.set(text, `s${names.size}`);
  return names.get(text);
}
