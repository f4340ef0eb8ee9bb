import { type GlossaryWord, glossaryWords } from '../platform/i18n/glossary.ts';
import type { Engine } from './reading/engine.ts';
import type { SheetReading } from './reading/read-item.ts';
import type { LearnedWord } from './reading/vocabulary.ts';

/** What a reader may know beforehand. */
export interface KnownWords {
  glossary: readonly GlossaryWord[];
  houses: readonly string[];
  learned: readonly LearnedWord[];
}

/**
 * Reads the picture of an auction sheet. A provider with a service of his own hands in another reader; its `name` stands
 * for its version too: readings of one name are never mixed with those of another (docs/decisions/017).
 */
export interface SheetReader {
  name: string;
  /** Throws when it cannot read now, and is then asked again later. */
  read(picture: Buffer, words: KnownWords): Promise<SheetReading>;
  close(): Promise<void>;
}

/** Raised when the reader reads otherwise, so that what an older one read is read again. */
export const OWN_READER = 'own-1';
/** The engine holds about 200 MB: it goes when nobody wants a sheet for so long. */
const IDLE_MS = 60_000;

/** The portal's own reader: starts its engine with the first sheet and lets it go when idle. */
export function ownSheetReader(): SheetReader {
  let engine: Promise<Engine> | null = null;
  let idle: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(idle);
    const started = engine;
    engine = null;
    await (await started?.catch(() => null))?.close();
  };
  return {
    name: OWN_READER,
    read: async (picture, { houses, learned }) => {
      clearTimeout(idle);
      const { startEngine, readSheet, vocabularyOf } = await parts();
      engine ??= startEngine();
      try {
        return await readSheet(picture, await engine, vocabularyOf(glossaryWords(), houses, learned));
      } catch (error) {
        // An engine that failed once is not trusted with the next sheet.
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

/** Loaded with the first sheet: a worker that never reads one needs none of it. */
async function parts() {
  const [{ startEngine }, { readSheet }, { vocabularyOf }] = await Promise.all([
    import('./reading/engine.ts'),
    import('./reading/read-sheet.ts'),
    import('./reading/vocabulary.ts'),
  ]);
  return { startEngine, readSheet, vocabularyOf };
}
