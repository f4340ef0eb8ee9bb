import type { WordKind } from '@seri/contract/lots/glossary-overrides.ts';
import { wordKey } from '@seri/contract/lots/word-table.ts';
import type { Db } from '../../platform/db/db.ts';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { type BothLanguages, findTaughtTerms } from './word-queries.ts';

/** Kinds and fields of the sheet glossary that contain terms of a lot kind; managers taught the terms of the fields. */
const ON_SHEETS: Partial<Record<WordKind, { kinds: readonly string[]; fields: readonly string[] }>> = {
  color: { kinds: ['colour'], fields: ['color'] },
  equipment: { kinds: ['equipment'], fields: ['equipment'] },
  gearbox: { kinds: ['gearbox'], fields: ['shift'] },
  drive: { kinds: ['drive'], fields: ['drive'] },
  grade: { kinds: ['grade'], fields: ['overallGrade'] },
  remark: { kinds: ['sales-point', 'remark'], fields: ['salesPoints', 'inspectorNotes'] },
};

/** Looks up terms in the sheet glossary; taught terms win. */
export async function sheetSuggestions(db: Db, kind: WordKind): Promise<(key: string) => BothLanguages | undefined> {
  const place = ON_SHEETS[kind];
  if (!place) return () => undefined;
  const words = new Map<string, BothLanguages>();
  for (const { kind: one, ja, en, ru } of glossaryWords())
    if (place.kinds.includes(one)) words.set(wordKey(ja), { en, ru });
  for (const { field, ja, en, ru } of await findTaughtTerms(db))
    if (place.fields.includes(field) && en && ru) words.set(wordKey(ja), { en, ru });
  return (key) => words.get(key);
}
