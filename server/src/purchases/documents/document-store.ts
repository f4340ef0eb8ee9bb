import { ApiError } from '../../platform/calls/errors.ts';

/** Where the papers of purchases lie; nothing in it has an address of its own. */
export interface DocumentStore {
  /** Null when there is none of this name. Throws when the store cannot be asked. */
  get(name: string): Promise<Buffer | null>;
  put(name: string, content: Buffer): Promise<void>;
}

const refuse = (): Promise<never> => Promise.reject(new ApiError('Unavailable'));
/** Where calls are answered without a store. */
export const NO_DOCUMENTS: DocumentStore = { get: refuse, put: refuse };
