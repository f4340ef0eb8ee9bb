import { createHash } from 'node:crypto';
import type { Db } from '../platform/db/db.ts';
import { findItems, findTaughtTerms } from './queries.ts';

/** Increase it when the committed glossary or the drawing of translations changes. */
const DRAWING = 'v1';

/** Changes with every taught term and every corrected item. */
export async function vocabularyVersion(db: Db, readingId: number): Promise<string> {
  const [items, taught] = await Promise.all([findItems(db, readingId), findTaughtTerms(db)]);
  const hash = createHash('sha256').update(DRAWING);
  for (const { id, ja, text_en, text_ru } of items)
    hash.update(`${id} ${ja ?? ''} ${text_en ?? ''} ${text_ru ?? ''}\n`);
  for (const { field, ja, en, ru } of taught) hash.update(`${field} ${ja} ${en} ${ru}\n`);
  return hash.digest('base64url').slice(0, 12);
}
