import type { SheetReading } from './reading/read-item.ts';
import type { LearnedWord } from './reading/vocabulary.ts';

/** Vocabulary given to a reader in advance. */
export interface ReaderVocabulary {
  /** Names of auction houses. */
  houses: readonly string[];
  learned: readonly LearnedWord[];
}

/**
 * Reads the picture of an auction sheet. A provider with its own service supplies another reader. Its `name` includes
 * the version: readings of different names are never mixed (docs/decisions/017).
 */
export interface SheetReader {
  name: string;
  /** Throws SheetRefused for a picture that no attempt can read, and another error when it cannot read now. */
  read(picture: Buffer, words: ReaderVocabulary): Promise<SheetReading>;
  close(): Promise<void>;
}

/** Increase the version when the reader changes, so that older readings are repeated. */
export const BUILT_IN_READER = 'own-2';
