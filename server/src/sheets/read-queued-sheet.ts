import type { Area } from '@seri/contract/sheets/fields.ts';
import type { Database } from '../platform/db/db.ts';
import { comparedValue } from './canonical.ts';
import { SheetRefused } from './page/check-picture.ts';
import type { Quad } from './page/homography.ts';
import { type Box, findHouseNames, findReadingById, findTaughtTerms, markFailed, storeReading } from './queries.ts';
import type { SheetReader } from './sheet-reader.ts';

interface Reading {
  database: Database;
  reader: SheetReader;
  /** The current picture of a lot's sheet, large enough to read; null when the lot has none any more. */
  pictureOf: (lotId: number) => Promise<Buffer | null>;
}

/** Reads one waiting sheet and stores the reading. */
export async function readQueuedSheet(
  { database: { db }, reader, pictureOf }: Reading,
  { readingId, isLast }: { readingId: number; isLast: boolean },
): Promise<void> {
  const reading = await findReadingById(db, readingId);
  if (reading?.state !== 'waiting') return;
  try {
    const picture = await pictureOf(reading.lot_id);
    if (!picture) return void (await markFailed(db, readingId));
    const [houses, learned] = await Promise.all([findHouseNames(db), findTaughtTerms(db)]);
    const read = await reader.read(picture, { houses, learned });
    const { form, places, items } = read;
    await db.transaction().execute((tx) =>
      storeReading(tx, readingId, {
        form,
        corners: cornersOf(read.corners ?? null),
        reader: read.reader ?? 'own',
        places: places.map(({ label, value, ...place }) => ({ ...place, label: boxOf(label), value: boxOf(value) })),
        items: items.map(({ area, confidence, field, ja, guess }) => ({
          field,
          ja,
          guess: guess?.slice(0, MAX_GUESS) || null,
          value: ja === null ? null : comparedValue(field, ja),
          confidence: Math.max(0, Math.min(1, confidence)),
          box: boxOf(area),
        })),
      }),
    );
  } catch (error) {
    // Another attempt would read the same picture.
    if (error instanceof SheetRefused) return void (await markFailed(db, readingId, error.problem));
    if (isLast) await markFailed(db, readingId);
    throw error;
  }
}

const MAX_GUESS = 200;

/** Shares as hundred-thousandths, so that a straightened page is redrawn to the pixel. */
const cornersOf = (corners: Quad | null): number[] | null =>
  corners?.flat().map((share) => Math.round(share * 100_000)) ?? null;

/** Shares as thousandths within the picture. */
function boxOf({ x, y, width, height }: Area): Box {
  const within = (share: number) => Math.max(0, Math.min(1_000, Math.round(share * 1_000)));
  const [left, top] = [within(x), within(y)];
  return [left, top, Math.max(1, within(x + width) - left), Math.max(1, within(y + height) - top)];
}
