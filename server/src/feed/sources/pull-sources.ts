import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '../../platform/db/db.ts';
import { InsideAddress } from '../../platform/outside-address.ts';
import { type OutsideDoor, RedirectRefused, retryAfterSeconds } from '../../platform/outside-fetch.ts';
import type { Log } from '../../platform/process/log.ts';
import {
  claimSource,
  markFailed,
  markPulled,
  renewSourceLease,
  type SourceState,
} from '../import-log/source-queries.ts';
import type { OnOutcome } from '../merge/notify-outcomes.ts';
import { MAPPING_NAME, type Mapping, readMapping, UnreadableFeed } from '../read/mapping.ts';
import { runImport } from '../run-import.ts';

const LEASE_SECONDS = 120;
const RENEW_INTERVAL_MS = 40_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** Timeout for a stalled response; one that keeps sending may take any time. */
const STALL_TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_PAUSE_SECONDS = 3_600;

interface Puller {
  /** Folder with `sources.json` and `mappings`. */
  dir: string;
  database: Pick<Database, 'db' | 'pool'>;
  /** Requests lists elsewhere. */
  door: OutsideDoor;
  onOutcome: OnOutcome;
  log: Log;
  /** Aborts the current pull; the next worker starts it again at once. */
  signal?: AbortSignal;
}

/**
 * Polls each due source and imports changes while they arrive. An interrupted response keeps the imported rows, and the
 * next attempt fetches the whole again; an unchanged one costs the source nothing.
 */
export async function pullSources(puller: Puller): Promise<void> {
  const { dir, database, log } = puller;
  for (const source of await readSources(join(dir, 'sources.json'))) {
    const known = await claimSource(database.db, source, LEASE_SECONDS);
    if (!known) continue;
    const renewLease = setInterval(() => {
      renewSourceLease(database.db, source.name, LEASE_SECONDS).catch(() => {});
    }, RENEW_INTERVAL_MS);
    try {
      await pull(puller, source, known);
    } catch (error) {
      if (puller.signal?.aborted) {
        await renewSourceLease(database.db, source.name, 0);
        return;
      }
      const problem = problemOf(error);
      const retrySeconds = error instanceof SourceUnavailable ? error.retrySeconds : 0;
      const pause = Math.min(source.everySeconds * 2 ** Math.min(known.failures + 1, 10), MAX_PAUSE_SECONDS);
      const nextInSeconds = Math.min(Math.max(pause, retrySeconds, source.everySeconds), MAX_PAUSE_SECONDS * 24);
      await markFailed(database.db, source.name, problem, nextInSeconds);
      log.error({ source: source.name, problem, nextInSeconds }, 'a list could not be pulled');
    } finally {
      clearInterval(renewLease);
    }
  }
}

async function pull(
  { dir, database, door, onOutcome, log, signal }: Puller,
  source: FeedSource,
  known: SourceState,
): Promise<void> {
  // First: without its mapping the response would be useless.
  const mapping = source.mapping === undefined ? undefined : await readMapping(join(dir, 'mappings'), source.mapping);
  const ended = new AbortController();
  const begins = setTimeout(() => ended.abort(new Error('no response in time')), RESPONSE_TIMEOUT_MS);
  try {
    const response = await request(door, source, {
      headers: { ...source.headers, ...conditions(known) },
      signal: signal ? AbortSignal.any([ended.signal, signal]) : ended.signal,
    });
    clearTimeout(begins);
    const { etag = null, 'last-modified': lastModified = null } = response.headers;
    const stamps = { etag, lastModified };
    if (response.statusCode === 304) {
      await markPulled(database.db, source.name, { ...known, nextInSeconds: source.everySeconds });
      return;
    }
    if (response.statusCode !== 200) throw refusal(response);
    const { unnotified, ...counts } = await runImport({
      database,
      input: chunksOf(response, ended),
      pictures: { listAddress: source.url },
      ...formatOf(mapping, stamps.lastModified),
      sourceName: source.name,
      mappingName: source.mapping,
      onOutcome,
      fitsModels: false,
    });
    await markPulled(database.db, source.name, { ...stamps, nextInSeconds: source.everySeconds });
    log[counts.refused > 0 ? 'warn' : 'info']({ source: source.name, ...counts }, 'a list was pulled');
    for (const { lotId, error } of unnotified)
      log.error({ err: error, lotId }, 'the result of a lot was not applied to its bids');
  } finally {
    clearTimeout(begins);
    ended.abort();
  }
}

const conditions = ({ etag, lastModified }: SourceState): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

function formatOf(mapping: Mapping | undefined, lastModified: string | null) {
  if (!mapping) return {};
  const at = new Date(lastModified ?? Number.NaN);
  return { format: { mapping, fileAt: Number.isNaN(at.getTime()) ? new Date() : at } };
}

/** Credentials go to the configured address only, so no redirect is followed. */
function request(
  door: OutsideDoor,
  { url }: FeedSource,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  if (url.startsWith('https:')) return door.get(url, { headers, signal, maxRedirects: 0 });
  // The operator named an address of this machine (`isSafe`).
  return new Promise((done, failed) => {
    httpRequest(url, { headers, signal }, (response) => {
      if (!response.headers.location) return done(response);
      response.destroy();
      failed(new RedirectRefused('the source redirects to another address'));
    })
      .on('error', failed)
      .end();
  });
}

/** The chunks of a response; throws when it stalls, breaks off, or exceeds the size limit. */
async function* chunksOf(body: IncomingMessage, ended: AbortController): AsyncGenerator<Buffer> {
  let bytes = 0;
  const reader = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const still = setTimeout(() => ended.abort(new Error('the response stalled')), STALL_TIMEOUT_MS);
    const { done, value } = await reader.next().finally(() => clearTimeout(still));
    if (done) {
      if (!body.complete) throw new Error('the response broke off');
      return;
    }
    bytes += value.length;
    if (bytes > MAX_BYTES) throw new UnreadableFeed('the response is longer than 2 GB');
    yield value;
  }
}

/** A response without data; the source may name the time of the next attempt. */
class SourceUnavailable extends Error {
  readonly retrySeconds: number;

  constructor(message: string, retrySeconds: number) {
    super(message);
    this.retrySeconds = retrySeconds;
  }
}

function refusal(response: IncomingMessage): SourceUnavailable {
  response.destroy();
  const { statusCode, headers } = response;
  return new SourceUnavailable(`the source answered ${statusCode}`, retryAfterSeconds(headers['retry-after']));
}

/** Without the address and the headers, which may contain credentials. */
function problemOf(error: unknown): string {
  if (error instanceof UnreadableFeed || error instanceof SourceUnavailable) return error.message;
  if (error instanceof InsideAddress || error instanceof RedirectRefused) return error.message;
  const { code, message } = error as Error & { code?: string };
  return code ?? message;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Plain http can be read and changed on the way, so it is allowed only within this machine. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

const source = z.strictObject({
  name: z.string().check(z.regex(/^[\w-]{1,60}$/)),
  url: z.url().check(z.refine(isSafe, 'https: is needed')),
  /** For a table; without it the response is NDJSON. */
  mapping: z.optional(z.string().check(z.regex(MAPPING_NAME))),
  everySeconds: z._default(z.int().check(z.minimum(10), z.maximum(86_400)), 300),
  /** Credentials: sent, but never shown or logged. */
  headers: z._default(
    z.record(z.string().check(z.regex(/^[\w-]{1,60}$/)), z.string().check(z.regex(/^[^\r\n\0]*$/))),
    {},
  ),
});
type FeedSource = z.infer<typeof source>;

const sources = z.array(source).check(
  z.maxLength(100),
  z.refine((given) => new Set(given.map(({ name }) => name)).size === given.length, 'two have one name'),
);

/** The lists to poll; empty when there is no file. Read each time, so changes need no restart. */
async function readSources(file: string): Promise<FeedSource[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '[]';
  });
  let given: unknown;
  try {
    given = JSON.parse(content);
  } catch {
    // Without the message of JSON.parse, which quotes the content and its credentials.
    throw new UnreadableFeed(`${file} is not JSON`);
  }
  const parsed = sources.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new UnreadableFeed(`${file} does not fit: ${issues.join('; ')}`);
}
