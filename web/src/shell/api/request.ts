import { noteFreshness } from './freshness.ts';

const DEFAULT_TIMEOUT_MS = 15_000;

interface RequestParts {
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Continue after the page is left or closed. */
  keepalive?: boolean | undefined;
  /** Timeout of a slow call. */
  timeoutMs?: number | undefined;
}

/** Sends one HTTP request to our own origin; rejects if no answer arrives in time. */
export function sendRequest(method: string, address: string, parts: RequestParts = {}): Promise<Response> {
  const headers = { ...parts.headers };
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(parts.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return fetch(new URL(address, location.origin), {
    method,
    headers,
    body: parts.body === undefined ? null : JSON.stringify(parts.body),
    credentials: 'same-origin',
    keepalive: parts.keepalive ?? false,
    signal: parts.signal ? AbortSignal.any([parts.signal, timeout]) : timeout,
  }).then((response) => {
    noteFreshness(response);
    return response;
  });
}
