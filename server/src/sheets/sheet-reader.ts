import { type GlossaryWord, glossaryWords } from '../platform/i18n/glossary.ts';
import type { Engine } from './reading/engine.ts';
import type { SheetReading } from './reading/read-item.ts';
import type { LearnedWord } from './reading/vocabulary.ts';

/** Vocabulary given to a reader in advance. */
export interface ReaderVocabulary {
  glossary: readonly GlossaryWord[];
  houses: readonly string[];
  learned: readonly LearnedWord[];
}

/**
 * Reads the picture of an auction sheet. A provider with its own service supplies another reader. Its `name` includes
 * the version: readings of different names are never mixed (docs/decisions/017).
 */
export interface SheetReader {
  name: string;
  /** Throws when it cannot read now; it is then retried later. */
  read(picture: Buffer, words: ReaderVocabulary): Promise<SheetReading>;
  close(): Promise<void>;
}

/** Increase the version when the reader changes, so that older readings are repeated. */
export const BUILT_IN_READER = 'own-1';
/** The engine uses about 200 MB, so it stops after this idle time. */
const IDLE_MS = 60_000;

/** The portal's own reader: starts its engine with the first sheet and stops it when idle. */
export function builtInSheetReader(): SheetReader {
  let engine: Promise<Engine> | null = null;
  let idle: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(idle);
    const started = engine;
    engine = null;
    await (await started?.catch(() => null))?.close();
  };
  return {
    name: BUILT_IN_READER,
    read: async (picture, { houses, learned }) => {
      clearTimeout(idle);
      const { startEngine, readSheet, vocabularyOf } = await parts();
      engine ??= startEngine();
      try {
        return await readSheet(picture, await engine, vocabularyOf(glossaryWords(), houses, learned));
      } catch (error) {
        // A failed engine is not reused for the next sheet.
        await close();
        throw error;
      } finally {
        idle = setTimeout(() => void close(), IDLE_MS);
        idle.unref();
      }
    },
    close,
  };
}

/** Loaded with the first sheet, because most workers never read one. */
async function parts() {
  const [{ startEngine }, { readSheet }, { vocabularyOf }] = await Promise.all([
    import('./reading/engine.ts'),
    import('./reading/read-sheet.ts'),
    import('./reading/vocabulary.ts'),
  ]);
  return { startEngine, readSheet, vocabularyOf };
}
