import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../calls/errors.ts';

/** Fetch modes of a script's own requests; pictures, links, forms and frames have other modes. */
const FETCH_MODES = ['cors', 'same-origin'];
/** Content types that browsers accept for a page or a picture, but scripts do not ask for. */
const PAGE_OR_PICTURE = /\b(?:text\/html|image\/|text\/css|video\/|audio\/)/i;

/** True for every method but GET and HEAD, and for a GET that the contract marks with `changesState`. */
const changesState = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || routeOptions.config.spec?.changesState === true;

/**
 * Cookies are also sent with requests from other sites, and with pictures or links in our own pages. A request that
 * changes state must therefore be a fetch of our own pages (business-rules.md#gets-that-change). Browsers say so in
 * the Sec-Fetch headers, which no page can write. Programs and older browsers send none of them: they are checked by
 * Origin, and a GET also by Referer and Accept. The check uses the route, because an address can be spelled in many
 * ways.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  if (!changesState(request)) return;
  const { headers } = request;
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isOwnFetch =
    (site === undefined || site === 'same-origin') &&
    (mode === undefined || FETCH_MODES.includes(String(mode))) &&
    (destination === undefined || destination === 'empty');
  if (!isOwnFetch) throw new ApiError('Request.CrossSite');
  const isOurs = (origin: string) => isOwn(origin, headers.host, publicUrl);
  if (headers.origin !== undefined && !isOurs(headers.origin)) throw new ApiError('Request.CrossSite');
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  if (!isGet || site !== undefined) return;
  const isFromElsewhere = headers.referer !== undefined && !isOurs(headers.referer);
  if (isFromElsewhere || PAGE_OR_PICTURE.test(headers.accept ?? '')) throw new ApiError('Request.CrossSite');
}

/** Without a public address the scheme is unknown, as a proxy may be in front. */
function isOwn(address: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host: from } = new URL(address);
  return publicUrl ? origin === new URL(publicUrl).origin : from === host;
}
