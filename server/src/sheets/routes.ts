import {
  correctSheetItem as correctSpec,
  type SheetItem,
  sheetItems,
  translateSheet,
} from '@seri/contract/sheets/routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { glossaryWords } from '../platform/i18n/glossary.ts';
import { comparedValue } from './canonical.ts';
import { FIGURE_FIELDS } from './figure-fields.ts';
import { sheetCauseOf } from './page/check-picture.ts';
import {
  compareLots,
  correctItem,
  countWaiting,
  findItems,
  findReading,
  findTaughtTerms,
  hurryReading,
  insertReading,
  linkLot,
  teachTerm,
} from './queries.ts';
import { applyLesson, lockItem, logSheetEvent } from './review/review-queries.ts';
import { type SheetLanguage, translator } from './translate.ts';
import { vocabularyVersion } from './vocabulary-version.ts';

export interface SheetOptions {
  /** The sheet of a lot that this reader may open, else null. */
  findPicture: (lotId: string, currentUser: CurrentUser) => Promise<{ lotId: number; hash: string } | null>;
  /** How long a request waits for the worker, in milliseconds. */
  waitMs?: number | undefined;
}

/** `/s/<lot id>` or the id alone: a sheet of this portal, never an address on another site (business-rules.md#sheet-addresses). */
const OWN_SHEET = /^(?:\/s\/)?(\d{1,15})(?:\?w=\d+)?$/;

const languageOf = (currentUser: CurrentUser) => (currentUser.language === LANGUAGE.ru ? 'ru' : 'en');

/** Texts of auction sheets, in the reader's language. */
export function sheetRoutes(app: FastifyInstance, database: Database, { findPicture, waitMs }: SheetOptions): void {
  const { db } = database;
  const readingOf = async (image: string, currentUser: CurrentUser) => {
    const lotId = OWN_SHEET.exec(image)?.[1];
    if (!lotId) throw new ApiError('Sheet.NotOurs');
    const picture = await findPicture(lotId, currentUser);
    if (!picture) throw new NotFound();
    const reading = await requestReading(database, picture, waitMs);
    // Another lot may have requested the picture, or the lot got another one.
    await db.transaction().execute((tx) => linkLot(tx, picture));
    return { lotId, reading };
  };

  registerRoute(app, translateSheet, async ({ query, currentUser }) => {
    const { lotId, reading } = await readingOf(query.image, currentUser);
    if (reading.form === null) throw new ApiError('Sheet.Unreadable');
    return translationAddress(lotId, languageOf(currentUser), await vocabularyVersion(db, reading.id));
  });

  registerRoute(app, sheetItems, async ({ query, currentUser }) => {
    const { lotId, reading } = await readingOf(query.image, currentUser);
    const [items, taught] = await Promise.all([findItems(db, reading.id), findTaughtTerms(db)]);
    const translate = translator(glossaryWords(), taught);
    const read = items.flatMap(({ id, field, ja, confidence, box, corrected_at, text_en, text_ru }): SheetItem[] => {
      const own = languageOf(currentUser) === 'ru' ? text_ru : text_en;
      if (ja === null && own === null) return [];
      const [left = 0, top = 0, width = 0, height = 0] = box;
      const text = own ?? (ja === null ? null : translate(field, ja, languageOf(currentUser)));
      const place = { left, top, width, height };
      return [
        {
          id,
          field,
          ja: ja ?? '',
          text,
          confidence,
          box: place,
          crop: cropAddress(lotId, id),
          corrected: corrected_at !== null,
        },
      ];
    });
    const unread = items
      .filter(({ ja, text_en }) => ja === null && text_en === null)
      .map(({ id, field }) => ({ id, field, crop: cropAddress(lotId, id) }));
    const reader: 'own' | 'service' = reading.reader === 'service' ? 'service' : 'own';
    return { template: reading.form, reader, items: read, unread };
  });

  registerRoute(app, correctSpec, async ({ body, currentUser }) => {
    await correctSheetItem(database, { ...body, by: currentUser.userId });
    return { success: true as const };
  });
}

interface Correction {
  id: number;
  ja: string;
  en?: string | undefined;
  ru?: string | undefined;
  by: number;
}

/** Corrects an item for all readers, and teaches its term to the glossary and the sheet reader. */
const correctSheetItem = ({ db }: Database, { id, ja, en, ru, by }: Correction): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw new NotFound();
    await correctItem(tx, { id, ja, value: comparedValue(item.field, ja), by });
    const event = { by, readingId: item.reading_id, field: item.field };
    await logSheetEvent(tx, { ...event, action: 'correct', before: item.ja ?? item.guess, after: ja });
    await compareLots(tx, item.reading_id);
    if (FIGURE_FIELDS.has(item.field)) return;
    await teachTerm(tx, { field: item.field, ja, en: en || null, ru: ru || null, by });
    await logSheetEvent(tx, { ...event, action: 'teach', after: ja });
    await applyLesson(tx, { field: item.field, ja });
  });

/** Picture of one item; `/s/<lot>` is the whole sheet. */
const cropAddress = (lotId: string, itemId: number): string => `/s/${lotId}/crop/${itemId}`;

/** The version gives a corrected term a new address. */
const translationAddress = (lotId: string, language: SheetLanguage, version: string): string =>
  `/s/${lotId}/translation/${language}?v=${version}`;

/** Maximum wait of a request. The sheet is read anyway and ready for the next request. */
const MAX_WAIT_MS = 25_000;
/**
 * Polling interval; the worker may be on another machine. Polling takes one lookup by key, a notification would take a
 * connection.
 */
const POLL_INTERVAL_MS = 250;
/** A sheet takes some seconds; further requests are asked to retry later. */
const MAX_WAITING = 40;

/** The reading of this picture; requests it if there is none. Throws ApiError('Sheet.Unreadable') where reading is impossible. */
async function requestReading({ db }: Database, picture: { hash: string; lotId: number }, waitMs = MAX_WAIT_MS) {
  const until = Date.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    const reading = await findReading(db, picture.hash);
    if (reading?.state === 'read') return reading;
    if (reading?.state === 'failed') throw new ApiError(sheetCauseOf(reading.problem));
    if (reading && isFirst) await hurryReading(db, reading.id);
    if (!reading) {
      if ((await countWaiting(db)) >= MAX_WAITING) throw new ApiError('Unavailable', { retryAfterSeconds: 30 });
      await db.transaction().execute(async (tx) => {
        await insertReading(tx, picture);
        await linkLot(tx, picture);
      });
    }
    if (Date.now() >= until) throw new ApiError('Unavailable', { retryAfterSeconds: 5 });
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
