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

type Answer = (error: Error | undefined, result: unknown) => void;

function nameThose(client: Client, isPlannedOnce: (text: string) => boolean): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const asked = named(given, isPlannedOnce);
    return isWaitedFor(given) ? answerOf((answer) => ask(...asked, answer)) : ask(...asked);
  }) as Client['query'];
}

/** A text and its values, and nobody who is to be called. */
const isWaitedFor = (given: unknown[]): boolean =>
  typeof given[0] === 'string' && Array.isArray(given[1]) && given.length === 2;

/**
 * The driver's own promise keeps its rows until they have gone through two collections, which made each of them take six
 * times as long (docs/decisions/057-rows-let-go.md); one of ours around its callback does not.
 */
function answerOf(ask: (answer: Answer) => void): Promise<unknown> {
  const answered = new Promise((resolve, reject) => {
    ask((error, result) => (error ? reject(error) : resolve(result)));
  });
  return answered.catch((error: Error) => {
    // What was thrown while a socket was read says nothing of who asked.
    Error.captureStackTrace(error);
    throw error;
  });
}

/** Without values it is begin, commit or a setting: nothing to plan. */
function named([text, values, ...rest]: unknown[], isPlannedOnce: (text: string) => boolean): unknown[] {
  const isPlanned = typeof text === 'string' && Array.isArray(values) && values.length > 0 && isPlannedOnce(text);
  const name = isPlanned ? nameOf(text) : undefined;
  return name ? [{ name, text, values }, undefined, ...rest] : [text, values, ...rest];
}
