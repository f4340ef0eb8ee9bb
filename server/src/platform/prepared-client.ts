import { createHash } from 'node:crypto';
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

/**
 * A connection whose statements are planned once instead of once a call: the same text goes under the same name. For the
 * few long statements that bids are made of; a listing's texts differ with each filter.
 */
export class PreparedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const asGiven = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => asGiven(...named(given))) as Client['query'];
  }
}

/** Without values it is begin, commit or a setting: nothing to plan. */
function named([text, values, ...rest]: unknown[]): unknown[] {
  const isPlanned = typeof text === 'string' && Array.isArray(values) && values.length > 0;
  const name = isPlanned ? nameOf(text) : undefined;
  return name ? [{ name, text, values }, ...rest] : [text, values, ...rest];
}
