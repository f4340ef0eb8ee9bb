import { createHash } from 'node:crypto';
import { webPictureOf } from '@seri/contract/photos/entries.ts';

export type PictureKind = 'photo' | 'sheet';

/** Folder of the names under which lots show pictures that are fetched: `web/<key>`. */
export const WEB_FOLDER = 'web/';
const KEY_LENGTH = 32;

/** A picture that a lot names by address. */
export interface WebPicture {
  /** Hash of kind and address, 32 hexadecimal digits. */
  key: string;
  kind: PictureKind;
  address: string;
  host: string;
}

/** The picture at this address, which must be one that `isPictureEntry` of the contract accepts. */
export function webPicture(entry: string, kind: PictureKind): WebPicture | null {
  const url = webPictureOf(entry);
  if (!url) return null;
  const key = createHash('sha256').update(`${kind} ${url.href}`).digest('hex').slice(0, KEY_LENGTH);
  return { key, kind, address: url.href, host: url.host };
}

/** The key in a picture's name, `web/<key>`; null for any other name. */
export const webKeyOf = (name: string): string | null => /^web\/([0-9a-f]{32})$/.exec(name)?.[1] ?? null;
