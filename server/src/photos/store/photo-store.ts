import { MAX_PHOTO_NAME_LENGTH, PHOTO_NAME } from '@seri/contract/photos/names.ts';

/** Store of original photos, by name (`photoName`). */
export interface PhotoStore {
  /** The original as stored; null when there is none of this name. Throws when the store cannot be reached. */
  get(name: string): Promise<Buffer | null>;
  put(name: string, original: Buffer): Promise<void>;
  /** A missing one is not an error. */
  remove(name: string): Promise<void>;
}

/** Settings of a bucket besides its address, named as usual for S3 clients. */
export interface BucketAccess {
  region: string;
  /** Endpoint of another store; null for Amazon. */
  endpoint: string | null;
  /** Null: the client library finds them, for example from the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
}

/** An original is read as a whole before it is checked; larger ones are not read. */
export const MAX_ORIGINAL_BYTES = 30 * 1024 ** 2;

/** The name as in the contract (`PHOTO_NAME`); null for a text that is not a name in a store. */
export const photoName = (text: string): string | null =>
  text.length <= MAX_PHOTO_NAME_LENGTH && PHOTO_NAME.test(text) ? text : null;
