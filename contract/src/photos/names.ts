/** Longest name of a photo in the store, in characters. */
export const MAX_PHOTO_NAME_LENGTH = 200;

const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*';
const NAME = `${SEGMENT}(?:/${SEGMENT}){0,5}`;

/**
 * `2026-11-24/uss-tokyo-4021-1.jpg`: up to six parts of letters, digits, dash, underscore and single dots inside. A name
 * with a scheme, a leading dot or slash, `..`, an empty part, a query or any other sign is none, so that it names nothing
 * outside the store.
 */
export const PHOTO_NAME = new RegExp(`^${NAME}$`);
/** A photo as a feed row names it: by its name alone, or as lots show it, with `/p/` in front. */
export const PHOTO = new RegExp(`^(?:/p/)?${NAME}$`);
/** Where a photo of the store, or a drawing of the demonstration, is shown by this portal. */
export const PHOTO_ADDRESS = new RegExp(`^/p/${NAME}$`);

const PREFIX = '/p/';

/** The portal's own address of a picture, `/p/<name>`; null for anything that is no name in the photo store. */
export function photoAddressOf(image: string): string | null {
  const name = image.startsWith(PREFIX) ? image.slice(PREFIX.length) : image;
  return name.length <= MAX_PHOTO_NAME_LENGTH && PHOTO_NAME.test(name) ? `${PREFIX}${name}` : null;
}

/** Of the pictures a record names those that are the portal's own, in their order: a page never names another one. */
export const photoAddressesOf = (images: readonly string[]): string[] =>
  images.flatMap((image) => photoAddressOf(image) ?? []);
