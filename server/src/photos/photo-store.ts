/** Where the originals of photos lie, by name (`photoName`). */
export interface PhotoStore {
  /** The original as it was put there; null when there is none of this name. Throws when the store cannot be asked. */
  get(name: string): Promise<Buffer | null>;
  put(name: string, original: Buffer): Promise<void>;
  /** One that is not there is no error. */
  remove(name: string): Promise<void>;
}

/** What a bucket needs besides its address, named as everywhere for stores that speak S3. */
export interface BucketAccess {
  region: string;
  /** Of a store that is not Amazon's; null is Amazon itself. */
  endpoint: string | null;
  /** Null: wherever the client library finds them, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
}

/** An original is read as a whole before it is judged; larger ones are not read. */
export const MOST_ORIGINAL_BYTES = 30 * 1024 ** 2;

const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+)*';
const NAME = new RegExp(`^${SEGMENT}(?:/${SEGMENT}){0,5}$`);
const LONGEST_NAME = 200;

/**
 * `2026-11-24/uss-tokyo-4021-1.jpg`: up to six parts of letters, digits, dash, underscore and single dots inside. A name
 * with a leading dot, `..`, an empty part or any other sign is none, so that it can name nothing outside the store.
 */
export const photoName = (text: string): string | null =>
  text.length <= LONGEST_NAME && NAME.test(text) ? text : null;
