import {
  type Contradiction,
  decideContradiction,
  listSheets,
  MAX_OPEN_CONTRADICTIONS,
  markIllegible,
  openContradictions,
  openSheet,
  type ReviewItem,
  type ReviewRow,
  readSheetAgain,
  sheetContradictions,
  translateCrop,
} from '@seri/contract/sheets/review-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { sheetCauseOf } from '../page/check-picture.ts';
import { findHouseNames, findReadingById, findTaughtTerms } from '../queries.ts';
import { vocabularyOf } from '../reading/vocabulary.ts';
import { translator } from '../translate.ts';
import { decide, markItemIllegible, readAgain, translateItem } from './review-commands.ts';
import {
  type FoundRow,
  findContradictions,
  findNeighbours,
  findOpenContradictions,
  findReviewItems,
  findReviewRow,
  findReviewRows,
} from './review-queries.ts';
import { suggestWords } from './suggest-words.ts';

interface ReviewOptions {
  /** Throws NotFound or Access.Denied for a lot that this reader may not open. */
  ensureOpen: (lotId: string, currentUser: CurrentUser) => Promise<unknown>;
}

/** Registers the calls of the sheet review for managers, and the contradictions for everybody who may open the lot. */
export function sheetReviewRoutes(app: FastifyInstance, database: Database, { ensureOpen }: ReviewOptions): void {
  const { db } = database;

  registerRoute(app, sheetContradictions, async ({ query, currentUser }) => {
    await ensureOpen(query.lotId, currentUser);
    return { contradictions: (await findContradictions(db, Number(query.lotId))).map(contradictionOf) };
  });

  registerRoute(app, listSheets, async ({ query }) => {
    const { rows, total, contradictions } = await findReviewRows(db, query);
    return { rows: rows.map(rowOf), total, contradictions };
  });

  registerRoute(app, openContradictions, async () => {
    const rows = await findOpenContradictions(db, MAX_OPEN_CONTRADICTIONS);
    return {
      items: rows.map((row) => ({
        ...{ lotId: row.lot_id, lotNo: row.lot_no, house: row.house, vehicle: `${row.maker} ${row.model}` },
        ...{ year: row.year, photo: row.photo, cutoffAt: row.agent_cutoff_at.toISOString(), bids: row.bids },
        ...{ field: row.field, sheetValue: row.sheet_value, listValue: row.list_value },
        crop: `/s/${row.lot_id}/crop/${row.item_id}`,
        earlier:
          row.earlier_km === null || row.earlier_day === null
            ? null
            : { mileageKm: row.earlier_km, day: row.earlier_day },
        odometerPhoto: row.odometer_photo,
      })),
      total: rows[0]?.total ?? 0,
    };
  });

  registerRoute(app, openSheet, async ({ query }) => {
    const lotId = Number(query.lotId);
    const row = await findReviewRow(db, lotId);
    if (!row) throw new NotFound();
    const [reading, items, contradictions, neighbours, houses, taught] = await Promise.all([
      findReadingById(db, row.reading_id),
      findReviewItems(db, row.reading_id),
      findContradictions(db, lotId),
      findNeighbours(db, lotId, query),
      findHouseNames(db),
      findTaughtTerms(db),
    ]);
    const vocabulary = vocabularyOf(glossaryWords(), houses, taught);
    const translate = translator(glossaryWords(), taught);
    return {
      row: rowOf(row),
      reader: reading?.reader === 'service' ? ('service' as const) : ('own' as const),
      form: reading?.form ?? null,
      pageImage: `/s/${query.lotId}/page?r=${row.reading_id}`,
      photo: `/s/${query.lotId}?w=1280`,
      items: items.map((item): ReviewItem => {
        const [left = 0, top = 0, width = 0, height = 0] = item.box;
        const { id, field, ja, guess, confidence } = item;
        return {
          ...{ id, field, ja, guess, confidence },
          en: item.text_en ?? (ja === null ? null : translate(field, ja, 'en')),
          ru: item.text_ru ?? (ja === null ? null : translate(field, ja, 'ru')),
          box: { left, top, width, height },
          crop: `/s/${query.lotId}/crop/${id}`,
          corrected: item.corrected_at !== null,
          alike: Number(item.alike ?? 0),
          suggestions: ja === null ? suggestWords(field, guess, vocabulary) : [],
        };
      }),
      contradictions: contradictions.map(contradictionOf),
      previousLotId: neighbours.previous,
      nextLotId: neighbours.next,
      position: neighbours.position,
      total: neighbours.total,
    };
  });

  registerRoute(app, translateCrop, async ({ body, currentUser }) => ({
    sheets: await translateItem(database, { ...body, by: currentUser.userId }),
  }));

  registerRoute(app, markIllegible, async ({ body, currentUser }) => {
    await markItemIllegible(database, { id: body.id, by: currentUser.userId });
    return { success: true as const };
  });

  registerRoute(app, readSheetAgain, async ({ body, currentUser }) => {
    await readAgain(database, { lotId: Number(body.lotId), by: currentUser.userId });
    return { success: true as const };
  });

  registerRoute(app, decideContradiction, async ({ body, currentUser }) => {
    await decide(database, { ...body, lotId: Number(body.lotId), by: currentUser.userId });
    return { success: true as const };
  });
}

const rowOf = (row: FoundRow): ReviewRow => ({
  lotId: row.lot_id,
  lotNo: row.lot_no,
  house: row.house,
  vehicle: `${row.maker} ${row.model}`,
  year: row.year,
  cutoffAt: row.agent_cutoff_at.toISOString(),
  bids: row.bids,
  state: row.state,
  problem: row.state === 'failed' ? sheetCauseOf(row.problem) : null,
  read: row.read,
  unread: row.unread,
  contradictions: row.contradictions,
});

type StoredContradiction = Awaited<ReturnType<typeof findContradictions>>[number];

const contradictionOf = (row: StoredContradiction): Contradiction => ({
  field: row.field,
  itemId: row.item_id,
  sheetValue: row.sheet_value,
  listValue: row.list_value,
  decision: row.decision as Contradiction['decision'],
  decidedValue: row.decided_value,
  odometerPhoto: row.odometer_photo,
});
