const MAX_LENGTH = 2_000;
/** Control characters, invisible characters, whitespace of every kind, and the backslash, which browsers read as a slash. */
const NEVER = /[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\\]/u;

/**
 * Whether the text is a path of this portal's own pages, such as `/bids?page=2`. Refuses `//host` and `/\host`, which
 * leave the portal, other spellings of them (`/%09/host`, `/%5Chost`, `/.//host`), and calls of the API (`/v1/...`),
 * which a link must not start.
 */
export function isOwnPath(text: string): boolean {
  if (text.length > MAX_LENGTH || !text.startsWith('/') || NEVER.test(text)) return false;
  const decoded = decodedPath(text.split(/[?#]/, 1)[0] ?? '');
  if (decoded === null || NEVER.test(decoded) || decoded.startsWith('//')) return false;
  if (!URL.canParse(text, 'https://portal.invalid')) return false;
  const { origin, pathname } = new URL(text, 'https://portal.invalid');
  return origin === 'https://portal.invalid' && !pathname.startsWith('//') && !/^\/v1(?:\/|$)/i.test(pathname);
}

/**
 * Parses a web address that a link may lead to: http or https, with a host and without credentials. Returns null for
 * any other text.
 */
export function webAddressOf(text: string): URL | null {
  if (text.length > MAX_LENGTH || NEVER.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/**
 * A character allowed in a link after its host; excludes all that {@link isOwnPath} forbids. One pattern, because feed
 * rows are validated with it.
 */
const SIGN = '[^\\s\\\\\\x00-\\x20\\x7f-\\xa0\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]';
const HOST = SIGN.replace('[^', '[^/?#@:%');
/** A page on another site that a third party wrote into a record: an https address, never a path. */
export const HTTPS_LINK = new RegExp(`^https://${HOST}+(?::\\d{1,5})?(?:[/?#]${SIGN}*)?$`);

/** Whether the text is a page on another site, as feed rows may name one. */
export const isForeignLink = (text: string): boolean => HTTPS_LINK.test(text);

/** Decodes percent-encoded characters as a server would, up to twice. Returns null for invalid encodings. */
function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(decodeURIComponent(path));
  } catch {
    return null;
  }
}
