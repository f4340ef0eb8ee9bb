import * as z from 'zod/mini';

const LONGEST = 2_000;
/** Control characters, line and paragraph separators, bidirectional marks, spaces, and the sign browsers read as a slash. */
const NEVER = /[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\\]/u;

/**
 * A path of this portal's own pages: `/bids?page=2`. Neither `//host` nor `/\host`, which leave it, nor a spelling of
 * them (`/%09/host`, `/%5Chost`, `/.//host`), nor a call of the interface (`/v1/...`), which no link may start.
 */
export function isOwnPath(text: string): boolean {
  if (text.length > LONGEST || !text.startsWith('/') || NEVER.test(text)) return false;
  const decoded = decodedPath(text.split(/[?#]/, 1)[0] ?? '');
  if (decoded === null || NEVER.test(decoded) || decoded.startsWith('//')) return false;
  if (!URL.canParse(text, 'https://portal.invalid')) return false;
  const { origin, pathname } = new URL(text, 'https://portal.invalid');
  return origin === 'https://portal.invalid' && !pathname.startsWith('//') && !/^\/v1(?:\/|$)/i.test(pathname);
}

/** An address of the web that a link may lead to: http or https, a host, no name or password in it; null for any other. */
export function webAddressOf(text: string): URL | null {
  if (text.length > LONGEST || NEVER.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/** What may stand in a link behind its host: no sign that {@link isOwnPath} forbids. One pattern, because rows of feeds are judged by it. */
const SIGN = '[^\\s\\\\\\x00-\\x20\\x7f-\\xa0\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]';
const HOST = SIGN.replace('[^', '[^/?#@:%');
const HTTPS_LINK = new RegExp(`^https://${HOST}+(?::\\d{1,5})?(?:[/?#]${SIGN}*)?$`);

/** A page elsewhere that somebody else wrote into a record, up to `max` characters: an https address, never a path. */
export const foreignLink = (max: number) => z.string().check(z.regex(HTTPS_LINK, 'no https address'), z.maxLength(max));

/** Is this a page elsewhere as {@link foreignLink} has it? */
export const isForeignLink = (text: string): boolean => HTTPS_LINK.test(text);

/** A link to an invoice and the like, up to `max` characters: an http or https address. */
export const webLink = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => webAddressOf(text) !== null, 'Field.Invalid'),
  );

/** Encoded signs as a server reads them, up to twice; null where they cannot be read. */
function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(decodeURIComponent(path));
  } catch {
    return null;
  }
}
