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
import { correctSheetItem } from './correct-item.ts';
import { findItems, findTaughtTerms } from './queries.ts';
import { requestReading } from './request-reading.ts';
import { cropAddress, translationAddress } from './sheet-addresses.ts';
import { translator } from './translate.ts';
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
    return { lotId, reading: await requestReading(database, picture, waitMs) };
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
    const read = items.flatMap(({ id, field, ja, confidence, box, corrected_at }): SheetItem[] => {
      if (ja === null) return [];
      const [left = 0, top = 0, width = 0, height = 0] = box;
      const text = translate(field, ja, languageOf(currentUser));
      const place = { left, top, width, height };
      return [
        { id, field, ja, text, confidence, box: place, crop: cropAddress(lotId, id), corrected: corrected_at !== null },
      ];
    });
    const unread = items
      .filter(({ ja }) => ja === null)
      .map(({ id, field }) => ({ id, field, crop: cropAddress(lotId, id) }));
    return { template: reading.form, items: read, unread };
  });

  registerRoute(app, correctSpec, async ({ body, currentUser }) => {
    await correctSheetItem(database, { ...body, by: currentUser.userId });
    return { success: true as const };
  });
}
