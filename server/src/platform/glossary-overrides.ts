import type { GlossaryOverrides, WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import type { WordLanguage } from '@seri/contract/lots/word-table.ts';
import type { Db } from './db/db.ts';

/** Returns the translations by managers of words in lots. Read on each use, so a change applies to the next page. */
export async function readGlossaryOverrides(db: Db, language: WordLanguage): Promise<GlossaryOverrides> {
  const rows = await db
    .selectFrom('vehicle_words')
    .select(['kind', 'key', `${language} as text`])
    .orderBy('kind')
    .orderBy('key')
    .execute();
  const kinds = Map.groupBy(rows, ({ kind }) => kind as WordKind);
  return Object.fromEntries(
    [...kinds].map(([kind, words]) => [kind, Object.fromEntries(words.map(({ key, text }) => [key, text]))]),
  );
}
