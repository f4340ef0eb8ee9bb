import { ApiError } from '../../platform/calls/errors.ts';

/** Storage of the documents of purchases; its files have no public address. */
export interface DocumentStore {
  /** Returns null when no file has this name. Throws when the store is unavailable. */
  get(name: string): Promise<Buffer | null>;
  put(name: string, content: Buffer): Promise<void>;
}

const refuse = (): Promise<never> => Promise.reject(new ApiError('Unavailable'));
/** For processes that serve calls without a store. */
export const NO_DOCUMENTS: DocumentStore = { get: refuse, put: refuse };
