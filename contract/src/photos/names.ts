/** Maximum length of a photo name in the store, in characters. */
export const MAX_PHOTO_NAME_LENGTH = 200;

const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*';
const NAME = `${SEGMENT}(?:/${SEGMENT}){0,5}`;

/**
 * A name in the photo store, such as `2026-11-24/uss-tokyo-4021-1.jpg`: up to six parts of letters, digits, dash,
 * underscore and single dots inside. Excludes schemes, leading dots and slashes, `..`, empty parts, queries and all
 * other characters, so that no name points outside the store.
 */
export const PHOTO_NAME = new RegExp(`^${NAME}$`);
/** A photo in a feed row: its name, with or without the `/p/` under which lots show it. */
export const PHOTO = new RegExp(`^(?:/p/)?${NAME}$`);
/** Address in this portal of a photo in the store, or of a drawing of the demonstration. */
export const PHOTO_ADDRESS = new RegExp(`^/p/${NAME}$`);

const PREFIX = '/p/';

/** The portal's own address of a picture, `/p/<name>`; null for any text that is not a name in the photo store. */
export function photoAddressOf(image: string): string | null {
  const name = image.startsWith(PREFIX) ? image.slice(PREFIX.length) : image;
  return name.length <= MAX_PHOTO_NAME_LENGTH && PHOTO_NAME.test(name) ? `${PREFIX}${name}` : null;
}

/** The portal's own pictures among those of a record, in order; a page never links others. */
export const photoAddressesOf = (images: readonly string[]): string[] =>
  images.flatMap((image) => photoAddressOf(image) ?? []);
