import { isForeignLink, webAddressOf } from '../addresses.ts';
import { MAX_PHOTO_NAME_LENGTH, PHOTO } from './names.ts';

/** First part of the names of the demonstration's drawings; only lots of the demonstration may show them. */
export const DRAWING_PREFIX = 'demo/';
/** First parts of names that the portal gives itself; a feed row cannot name them. */
const OWN_PREFIXES = ['web/', 'fetched/'];
/** Maximum length of the address of a picture, in characters. */
const MAX_ADDRESS_LENGTH = 1_000;

/** The name in the photo store that an entry of a feed row means, with or without `/p/`. */
export const storeNameOf = (entry: string): string => (entry.startsWith('/p/') ? entry.slice(3) : entry);

/** Address and host of a complete `https:` address without credentials, normalized and without its fragment; else null. */
export function webPictureOf(entry: string): { href: string; host: string } | null {
  if (entry.length > MAX_ADDRESS_LENGTH || !isForeignLink(entry)) return null;
  const url = webAddressOf(entry.split('#', 1)[0] ?? '');
  if (url?.protocol !== 'https:' || url.href.length > MAX_ADDRESS_LENGTH) return null;
  return { href: url.href, host: url.host };
}

/**
 * Whether a feed row may name this picture: an `https:` address, or a name in the photo store that is not one of the
 * portal's own.
 */
export function isPictureEntry(entry: string): boolean {
  if (entry.startsWith('https:')) return webPictureOf(entry) !== null;
  if (entry.length > MAX_PHOTO_NAME_LENGTH || !PHOTO.test(entry)) return false;
  return !OWN_PREFIXES.some((own) => storeNameOf(entry).startsWith(own));
}

/** Whether the entry names a drawing of the demonstration. */
export const isDrawingEntry = (entry: string): boolean => storeNameOf(entry).startsWith(DRAWING_PREFIX);
