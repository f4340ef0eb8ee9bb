import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { canonicalValue } from '../canonical.ts';
import { FIGURE_FIELDS } from '../figure-fields.ts';
import { compareLots, teachTerm } from '../queries.ts';
import {
  applyLesson,
  findReviewRow,
  lockContradiction,
  lockItem,
  logSheetEvent,
  notifyBidders,
  resetReading,
  setIllegible,
  setTranslation,
  storeDecision,
} from './review-queries.ts';

/**
 * Translates a place whose Japanese text is unknown. Taught, the reader's own text of the place becomes a word of its
 * field, and unread places with the same text on other sheets are read. Figures teach nothing.
 */
export const translateItem = (
  { db }: Database,
  { id, en, ru, teach, by }: { id: number; en: string; ru: string; teach: boolean; by: number },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw new NotFound();
    await setTranslation(tx, { id, en, ru, by });
    const event = { by, readingId: item.reading_id, field: item.field };
    await logSheetEvent(tx, { ...event, action: 'translate', before: item.text_en, after: en });
    const word = item.ja ?? item.guess;
    if (!teach || !word || FIGURE_FIELDS.has(item.field)) return 1;
    await teachTerm(tx, { field: item.field, ja: word, en, ru, by });
    await logSheetEvent(tx, { ...event, action: 'teach', after: word });
    return Math.max(1, await applyLesson(tx, { field: item.field, ja: word }));
  });

/** Marks a place as illegible; a value that was read there is withdrawn. */
export const markItemIllegible = ({ db }: Database, { id, by }: { id: number; by: number }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw new NotFound();
    await setIllegible(tx, id, by);
    await logSheetEvent(tx, {
      by,
      action: 'illegible',
      readingId: item.reading_id,
      field: item.field,
      before: item.ja,
    });
    await compareLots(tx, item.reading_id);
  });

/** Queues a second reading of a lot's sheet. A sheet that already waits stays as it is. */
export const readAgain = (database: Database, { lotId, by }: { lotId: number; by: number }): Promise<void> =>
  database.db.transaction().execute(async (tx) => {
    const row = await findReviewRow(tx, lotId);
    if (!row) throw new NotFound();
    if (!(await resetReading(tx, row.reading_id))) return;
    await addJob(tx, 'read_sheet', { readingId: row.reading_id }, { key: `sheet:${row.reading_id}` });
    await logSheetEvent(tx, { by, action: 'read_again', readingId: row.reading_id, lotId });
  });

interface Decision {
  lotId: number;
  field: string;
  decision: 'sheet' | 'list' | 'other' | 'both';
  value?: string | undefined;
  sheetValue: string;
  listValue: string;
  notifyClients: boolean;
  by: number;
}

const VALUE: Record<string, RegExp> = {
  mileage: /^\d{1,6}$/,
  displacement: /^\d{2,4}$/,
  firstRegistration: /^(19|20)\d\d(-\d\d)?$/,
  overallGrade: /^(S|[1-6](\.[05])?|0|\*\*\*|R|RA|RB|RC|R2|WR)$/,
};

/**
 * Decides a contradiction that still is the one the manager saw, and notifies clients with open bids of the right value
 * when the manager wants it. Throws Sheet.Decided or Sheet.Value.
 */
export const decide = (
  { db }: Database,
  { lotId, field, decision, value, sheetValue, listValue, notifyClients, by }: Decision,
) =>
  db.transaction().execute(async (tx) => {
    const found = await lockContradiction(tx, lotId, field);
    if (!found) throw new NotFound();
    if (found.sheet_value !== sheetValue || found.list_value !== listValue) throw new ApiError('Sheet.Decided');
    const right =
      decision === 'sheet'
        ? found.sheet_value
        : decision === 'list'
          ? found.list_value
          : decision === 'other'
            ? canonicalValue(field, value ?? '')
            : null;
    // A lot number or a chassis code belongs to the list: another one means that the sheet is another lot's.
    if (decision === 'other' && !VALUE[field]?.test(right ?? '')) throw new ApiError('Sheet.Value');
    await storeDecision(tx, { lotId, field, decision, value: right, by });
    if (notifyClients && right !== null) await notifyBidders(tx, { lotId, field, value: right });
    await logSheetEvent(tx, {
      by,
      action: 'decide',
      lotId,
      field,
      before: `${found.sheet_value} / ${found.list_value}`,
      after: `${decision}${right === null ? '' : `: ${right}`}`,
    });
  });
