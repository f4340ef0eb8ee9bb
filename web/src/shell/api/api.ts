import { ERROR_CODES, type ErrorCode, type Refusal, type RefusalDetails, STATUS_OF } from '@seri/contract/errors.ts';
import type { BodyInput, QueryOf, ReplyOf, RouteSpec } from '@seri/contract/http.ts';
import { sendRequest } from './request.ts';
import { refreshOnce } from './session-refresh.ts';

/** The only error that a call throws; `code` names its text `Error.<code>`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: RefusalDetails;
  /** Codes by field of the body, or by the older names if only those are sent (business-rules.md#sign-up-fields). */
  readonly fieldErrors: Record<string, string[]>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    status: number,
    refusal: Partial<Refusal> = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(refusal.error ?? code);
    this.code = code;
    this.status = status;
    this.details = refusal.details ?? {};
    this.fieldErrors = refusal.errors ?? codesOf(refusal.message);
    this.requestId = refusal.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface CallInput<S extends RouteSpec> {
  /** Parsed values of the contract; undefined, null and empty lists are left out. */
  query?: Partial<QueryOf<S>>;
  body?: BodyInput<S>;
  idempotencyKey?: string;
  /** Version of the changed record that the user saw (If-Match); the server refuses the change if it has another one. */
  version?: number | undefined;
  signal?: AbortSignal;
  keepalive?: boolean;
  /** Timeout of a slow call, instead of the usual 15 s. */
  timeoutMs?: number;
}

/** How often, and after how long at most, a call is repeated that a busy server has refused without doing anything. */
const MAX_REPEATS = 3;
const MAX_PAUSE_SECONDS = 5;

/**
 * Calls the server by the contract. On a 401 it refreshes the session once and repeats the call
 * (business-rules.md#session-refresh). A call with an idempotency key waits for a busy server, because a manager's
 * decisions about one client wait for each other in the database. Throws `ApiError`.
 */
export async function call<S extends RouteSpec>(spec: S, input: CallInput<S> = {}): Promise<ReplyOf<S>> {
  const startedAt = Date.now();
  let response = await attempt(spec, input);
  if (response.status === 401 && !spec.path.startsWith('/v1/auth/')) {
    const refreshed = await refreshOnce(startedAt).catch(networkFailure);
    if (refreshed.lost) throw await failureOf(response);
    if (refreshed.response) throw await failureOf(refreshed.response);
    response = await attempt(spec, input);
  }
  for (let repeats = 0; repeats < MAX_REPEATS && input.idempotencyKey && isBusy(response); repeats += 1) {
    await delay(pauseSecondsOf(response) * 1_000);
    response = await attempt(spec, input);
  }
  // Exactly 200: every answer of the contract has a body (business-rules.md#success-is-200).
  if (response.status !== 200) throw await failureOf(response);
  return (await response.json().catch(networkFailure)) as ReplyOf<S>;
}

function attempt<S extends RouteSpec>(spec: S, input: CallInput<S>): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
  if (input.version !== undefined) headers['if-match'] = `"${input.version}"`;
  return sendRequest(spec.method, addressOf(spec, input.query), {
    headers,
    body: input.body,
    signal: input.signal,
    keepalive: input.keepalive,
    timeoutMs: input.timeoutMs,
  }).catch(networkFailure);
}

/** Path and query of a call, with lists as repeated keys. */
export function addressOf<S extends RouteSpec>(spec: S, query: Partial<QueryOf<S>> | undefined): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) parameters.append(key, String(item));
    }
  }
  const text = parameters.toString();
  return text ? `${spec.path}?${text}` : spec.path;
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** NaN if the server names none. */
const pauseSecondsOf = (response: Response): number => Number(response.headers.get('retry-after') ?? Number.NaN);
const isBusy = (response: Response): boolean =>
  response.status === 503 && pauseSecondsOf(response) <= MAX_PAUSE_SECONDS;

const codesOf = (message: Record<string, string> = {}): Record<string, string[]> =>
  Object.fromEntries(Object.entries(message).map(([field, code]) => [field, [code]]));

function networkFailure(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
  throw cause instanceof DOMException && cause.name === 'TimeoutError'
    ? new ApiError('Unavailable', 0)
    : new ApiError('Offline', 0);
}

async function failureOf(response: Response): Promise<ApiError> {
  const refusal = ((await response.json().catch(() => null)) ?? {}) as Partial<Refusal>;
  const retryAfter = pauseSecondsOf(response);
  refusal.requestId ??= response.headers.get('x-request-id') ?? undefined;
  return new ApiError(
    codeOf(response.status, refusal.messageCode),
    response.status,
    refusal,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

// A proxy answers without our envelope, and an older page may receive a newer code.
function codeOf(status: number, messageCode: string | undefined): ErrorCode {
  const known = ERROR_CODES.find((code) => code === messageCode);
  if (known) return known;
  if (messageCode !== undefined) return 'Default';
  if (status === 502 || status === 504) return 'Unavailable';
  return ERROR_CODES.find((code) => code !== 'Default' && STATUS_OF[code] === status) ?? 'Default';
}
