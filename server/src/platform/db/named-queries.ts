import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type { Pool } from 'pg';

/** Texts a process keeps names for; whatever comes after them is planned each time. */
const MOST_TEXTS = 200;
const names = new Map<string, string>();

const MARK = '/* planned once */';
/** Stands in a statement that has one best plan, whatever its values. */
export const PLANNED_ONCE = sql.raw(MARK);

/**
 * A pool for Kysely, which passes on texts and values only: statements go as the driver's named queries, which a
 * connection plans once instead of once a call (docs/decisions/021).
 */
export const namedQueries = (pool: Pool, which: 'all' | 'marked'): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await pool.connect();
    const query = (text: string, values: unknown[]) => {
      // Without values it is begin, commit or a setting: nothing to plan.
      const isNamed = values.length > 0 && (which === 'all' || text.includes(MARK));
      return client.query({ text, values, name: isNamed ? nameOf(text) : undefined });
    };
    return {
      // Its other form is for cursors, which need a dialect that is told of them.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isBroken) => client.release(isBroken),
    };
  },
});

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_TEXTS) names.set(text, `s${names.size}`);
  return names.get(text);
}
