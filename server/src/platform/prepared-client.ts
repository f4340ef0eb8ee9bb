import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';

/** Texts a process keeps names for; whatever comes after them is planned each time, as without this. */
const MOST_TEXTS = 200;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_TEXTS) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

const PLANNED_ONCE_TEXT = '/* planned once */';
/** Stands in a statement of a reading connection that has one best plan, whatever its values: it is planned once as well. */
export const PLANNED_ONCE = sql.raw(PLANNED_ONCE_TEXT);

/**
 * A connection whose statements are planned once instead of once a call: the same text goes under the same name. For the
 * few long statements that bids are made of; a listing's texts differ with each filter.
 */
export class PreparedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    nameThose(this, () => true);
  }
}

/** A connection for reading: planned each time, as the best plan depends on the values, but for what is marked. */
export class ReadingClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    nameThose(this, (text) => text.includes(PLANNED_ONCE_TEXT));
  }
}

function nameThose(client: Client, isPlannedOnce: (text: string) => boolean): void {
  const asGiven = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => asGiven(...named(given, isPlannedOnce))) as Client['query'];
}

/** Without values it is begin, commit or a setting: nothing to plan. */
function named([text, values, ...rest]: unknown[], isPlannedOnce: (text: string) => boolean): unknown[] {
  const isPlanned = typeof text === 'string' && Array.isArray(values) && values.length > 0 && isPlannedOnce(text);
  const name = isPlanned ? nameOf(text) : undefined;
  return name ? [{ name, text, values }, ...rest] : [text, values, ...rest];
}
