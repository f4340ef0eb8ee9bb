import type { IncomingMessage } from 'node:http';
import { MAX_FETCHED_BYTES, PICTURE_FAILURE_NEXT, type PictureFailure } from '@seri/contract/photos/failures.ts';
import { InsideAddress } from '../../platform/outside-address.ts';
import { type OutsideDoor, RedirectRefused, retryAfterSeconds } from '../../platform/outside-fetch.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import type { ClaimedPicture, FailedResult, StoredResult } from './fetch-queries.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { PictureProblem } from './prepare-picture.ts';

/** From the request to the last byte; slower pictures are fetched again later. */
const FETCH_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 4 * 3_600;
/** Failures of a host, with the number in a row that may be of single pictures. */
const HOST_TOLERANCE: Partial<Record<PictureFailure, number>> = {
  ...{ noName: 0, noConnection: 0, certificate: 0, busy: 0 },
  ...{ slow: 3, serverError: 10, denied: 20 },
};

interface FetchTools {
  door: OutsideDoor;
  store: PhotoStore;
  decoder: Pick<PictureDecoder, 'prepare'>;
  signal: AbortSignal;
}

export type FetchOutcome = { stored: StoredResult } | { unchanged: true } | { failed: FailedResult };

/** Fetches one picture, prepares it and puts it into the store. Never throws, except when the worker stops. */
export async function fetchPicture(picture: ClaimedPicture, tools: FetchTools): Promise<FetchOutcome> {
  try {
    const found = await originalOf(picture, tools);
    if (found === 'unchanged') return { unchanged: true };
    const { name, jpeg, widthPx, heightPx } = await tools.decoder.prepare(found.bytes, picture.kind);
    await tools.store.put(name, jpeg).catch((error: Error) => {
      throw new FetchProblem('storeAway', error.message);
    });
    return { stored: { name, bytes: jpeg.length, widthPx, heightPx, etag: found.etag } };
  } catch (error) {
    if (tools.signal.aborted) throw error;
    return { failed: failedResult(picture, error) };
  }
}

async function originalOf(
  { address, etag, storedName, storeName }: ClaimedPicture,
  { door, store, signal }: FetchTools,
): Promise<{ bytes: Buffer; etag: string | null } | 'unchanged'> {
  if (storeName !== null) {
    const own = await store.get(storeName).catch((error: Error) => {
      throw new FetchProblem('storeAway', error.message);
    });
    if (own) return { bytes: own, etag: null };
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  const headers = {
    accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.8,*/*;q=0.1',
    ...(etag !== null && storedName !== null ? { 'if-none-match': etag } : {}),
  };
  const reply = await door.get(address, { headers, signal: limit });
  if (reply.statusCode === 304 && storedName !== null) {
    reply.resume();
    return 'unchanged';
  }
  if (reply.statusCode !== 200) {
    reply.destroy();
    throw new FetchProblem(failureOfStatus(reply.statusCode ?? 0), `HTTP ${reply.statusCode}`, {
      retrySeconds: retryAfterSeconds(reply.headers['retry-after']),
    });
  }
  return { bytes: await bytesOf(reply), etag: reply.headers.etag ?? null };
}

/** Reads a reply within the limit of bytes; a shorter one than announced is an error. */
async function bytesOf(reply: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => {
    reply.destroy();
    return new FetchProblem('tooLarge', `more than ${MAX_FETCHED_BYTES} bytes`);
  };
  const announced = Number(reply.headers['content-length'] ?? Number.NaN);
  if (announced > MAX_FETCHED_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FETCHED_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  if (!reply.complete || (Number.isFinite(announced) && bytes < announced)) throw new FetchProblem('interrupted');
  return Buffer.concat(chunks, bytes);
}

class FetchProblem extends Error {
  readonly failure: PictureFailure;
  readonly detail: string | null;
  readonly retrySeconds: number;

  constructor(failure: PictureFailure, detail: string | null = null, { retrySeconds = 0 } = {}) {
    super(detail ?? failure);
    this.failure = failure;
    this.detail = detail;
    this.retrySeconds = retrySeconds;
  }
}

function failureOfStatus(status: number): PictureFailure {
  if (status === 404 || status === 410) return 'notFound';
  if (status === 401 || status === 403) return 'denied';
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'serverError' : 'otherAnswer';
}

function failedResult({ attempts }: ClaimedPicture, error: unknown): FailedResult {
  const { failure, detail, retrySeconds } = problemOf(error);
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts - 1, 20), MAX_PAUSE_SECONDS);
  const isFinal = PICTURE_FAILURE_NEXT[failure] !== 'again';
  return {
    failure,
    detail,
    againInSeconds: isFinal ? null : Math.max(pause, retrySeconds),
    // A picture that was never answered before says nothing about its host, whose new pictures must not wait for it.
    hostTolerance: failure === 'slow' && attempts > 1 ? null : (HOST_TOLERANCE[failure] ?? null),
    retrySeconds: Math.min(retrySeconds, MAX_PAUSE_SECONDS),
  };
}

const NAME_ERRORS = /^(?:ENOTFOUND|EAI_)/;
const CERTIFICATE_ERRORS = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;
const BREAKS = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_)/;

/** Without the address, which may contain a key. */
function problemOf(error: unknown): Pick<FetchProblem, 'failure' | 'detail' | 'retrySeconds'> {
  if (error instanceof FetchProblem) return error;
  if (error instanceof PictureProblem) return { failure: error.failure, detail: error.detail, retrySeconds: 0 };
  const { name, message, code = '' } = error as Error & { code?: string };
  const as = (failure: PictureFailure, detail: string | null) => ({ failure, detail, retrySeconds: 0 });
  if (error instanceof InsideAddress) return as('insideAddress', null);
  if (error instanceof RedirectRefused) return as('redirect', null);
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return as('slow', null);
  if (NAME_ERRORS.test(code)) return as('noName', code);
  if (CERTIFICATE_ERRORS.test(code)) return as('certificate', code);
  if (BREAKS.test(code) || message === 'aborted') return as('interrupted', code || null);
  return as('noConnection', code || null);
}
