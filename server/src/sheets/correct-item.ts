import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { correctItem, teachTerm } from './queries.ts';

/** Fields with figures, which contain no terms to learn. */
const FIGURE_FIELDS: ReadonlySet<string> = new Set([
  'lotNumber',
  'modelCode',
  'chassisNumber',
  'firstRegistration',
  'shaken',
  'mileage',
  'displacement',
  'damageDiagram',
  'overallGrade',
  'interiorGrade',
]);

interface Correction {
  id: number;
  ja: string;
  en?: string | undefined;
  ru?: string | undefined;
  by: number;
}

/** Corrects an item for all readers, and teaches its term to the glossary and the sheet reader. */
export const correctSheetItem = ({ db }: Database, { id, ja, en, ru, by }: Correction): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const item = await correctItem(tx, { id, ja, by });
    if (!item) throw new NotFound();
    if (FIGURE_FIELDS.has(item.field)) return;
    await teachTerm(tx, { field: item.field, ja, en: en || null, ru: ru || null, by });
  });
