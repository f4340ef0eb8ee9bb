import { MAX_PHOTO_NAME_LENGTH, PHOTO_NAME } from '@seri/contract/photos/names.ts';

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
export const MAX_ORIGINAL_BYTES = 30 * 1024 ** 2;

/** The name as the contract has it (`PHOTO_NAME`); null for a text that names nothing in a store. */
export const photoName = (text: string): string | null =>
  text.length <= MAX_PHOTO_NAME_LENGTH && PHOTO_NAME.test(text) ? text : null;
