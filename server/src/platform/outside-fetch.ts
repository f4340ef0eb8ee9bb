import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressIn, InsideAddress, isOutside, isOutsideName, lookupOutside } from './outside-address.ts';

/** A reply with a redirect that is not followed. */
export class RedirectRefused extends Error {}

const MAX_REDIRECTS = 3;
const MAX_SOCKETS_PER_HOST = 4;
const IDLE_SOCKET_MS = 10_000;

interface DoorOptions {
  /** Resolves names; tests replace it. */
  resolve?: typeof lookup;
  /** Connects to another address than the checked one; only tests, whose servers are on this machine, need it. */
  dial?: (address: string) => string;
  /** Further certificate authorities, as PEM. */
  ca?: string;
}

interface Call {
  headers?: Record<string, string>;
  /** Ends the call, at any time until the reply has been read. */
  signal: AbortSignal;
  /** Redirects that are followed, each to an address that passes the same checks; 0 rejects with RedirectRefused. */
  maxRedirects?: number;
}

/** The door to addresses that other people have written, such as pictures of a feed and lists of a source. */
export interface OutsideDoor {
  /**
   * Requests an `https:` address with GET. Only public addresses are called: the name is resolved once, the resolved
   * addresses are checked, and the connection goes to one of them, so a name that changes its meaning leads nowhere.
   * Rejects with InsideAddress before any connection otherwise. The reply's body must be read or destroyed.
   */
  get(address: string, call: Call): Promise<IncomingMessage>;
  close(): void;
}

/** Opens the only way to addresses outside; close it when the process stops. */
export function openOutsideDoor({ resolve = lookup, dial, ca }: DoorOptions = {}): OutsideDoor {
  const checked = lookupOutside(resolve);
  // A pooled connection was checked when it was opened, and stays with that address.
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    timeout: IDLE_SOCKET_MS,
    lookup: dial ? redialed(checked, dial) : checked,
    ...(ca === undefined ? {} : { ca }),
  });
  const get: OutsideDoor['get'] = async (address, call) => {
    const { headers = {}, signal, maxRedirects = MAX_REDIRECTS } = call;
    const url = URL.parse(address);
    if (!url || !mayBeOutside(url)) throw new InsideAddress('the address is not a public https: address');
    const reply = await send(url, { agent, headers: { 'accept-encoding': 'identity', ...headers }, signal });
    const to = isRedirect(reply) ? reply.headers.location : undefined;
    if (to === undefined) return reply;
    reply.destroy();
    if (maxRedirects <= 0) throw new RedirectRefused('the address redirects to another one');
    const next = URL.parse(to, url.href);
    if (!next) throw new RedirectRefused('the address redirects to something that is no address');
    // Credentials go to the host they were given for.
    const own = next.host === url.host ? headers : {};
    return get(next.href, { headers: own, signal, maxRedirects: maxRedirects - 1 });
  };
  return { get, close: () => agent.destroy() };
}

const send = (url: URL, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    const sent = request(url, options, done);
    sent.on('error', (error) => {
      // The other side closed a pooled connection at the same moment; the request was not handled.
      if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
        send(url, options).then(done, failed);
      else failed(error);
    });
    sent.end();
  });

/** Whether the address may be called, judged by its text alone; its name is checked again when it is resolved. */
export function mayBeOutside(url: URL): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const address = addressIn(url.hostname);
  return address === null ? isOutsideName(url.hostname) : isOutside(address);
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => [301, 302, 303, 307, 308].includes(statusCode);

const redialed =
  (checked: LookupFunction, dial: (address: string) => string): LookupFunction =>
  (hostname, options, callback) =>
    checked(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [], 0);
      const all = (found as { address: string; family: number }[]).map(({ address }) => ({
        address: dial(address),
        family: 4,
      }));
      const [first] = all;
      if (options.all) callback(null, all);
      else callback(null, first?.address ?? '', 4);
    });

/** Seconds that a `Retry-After` header asks for; 0 without one. */
export function retryAfterSeconds(header: string | undefined, nowMs = Date.now()): number {
  if (header === undefined) return 0;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 0;
}
