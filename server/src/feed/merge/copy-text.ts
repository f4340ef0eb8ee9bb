import type { LotRow, ResultRow } from '@seri/contract/feed/rows.ts';
import { chassisCodeOf, tidyChassis } from '@seri/contract/lots/chassis.ts';
import { storeNameOf } from '@seri/contract/photos/entries.ts';
import { photoAddressOf } from '@seri/contract/photos/names.ts';
import { WEB_FOLDER, webPicture } from '../../platform/web-pictures.ts';
import type { NamedLotRow } from './alias-resolver.ts';
import { factsOfRow } from './facts-of-row.ts';

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;
const QUOTED = /["\\]/;
const ALL_QUOTED = /["\\]/g;

// Most texts have nothing to escape, and testing is cheaper than replacing.
function text(value: string): string {
  return SPECIAL.test(value) ? value.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? character) : value;
}

const quoted = (item: string) => `"${QUOTED.test(item) ? item.replace(ALL_QUOTED, '\\$&') : item}"`;
const texts = (items: string[]) => text(`{${items.map(quoted).join(',')}}`);
const json = (value: object | null | undefined) => (value ? text(JSON.stringify(value)) : '\\N');

/**
 * PostgreSQL parses it unchanged. Longer fractions would be rounded where JavaScript truncates, and other offsets are
 * out of its range.
 */
const AS_IT_IS = /^.{19}(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/;
const MAX_IN_UTC = 24;
/** Formats a timestamp text. */
const stamp = (text: string) =>
  (text.length <= MAX_IN_UTC && text.endsWith('Z')) || AS_IT_IS.test(text) ? text : new Date(text).toISOString();

const nullable = (value: number | string | null | undefined) => value ?? '\\N';

/** Photos are stored under the address that lots show, in whatever form a row names them. */
function shownAt(image: string): string {
  const fetched = webPicture(image, 'photo');
  return fetched ? `/p/${WEB_FOLDER}${fetched.key}` : (photoAddressOf(image) ?? image);
}
/** A scan that only has to be named: the facts of a sheet are those of the demonstration. */
const SCAN_ONLY = { damages: [], remarksJa: [], seed: 0 };

/** The sheet's image as `lots.sheet_image` names it, and the facts of the sheet once its scan is in the store. */
export function sheetColumns({ sheet, sheetImage }: Pick<LotRow, 'sheet' | 'sheetImage'>) {
  if (!sheetImage) return { image: sheet?.image ?? null, facts: sheet };
  const fetched = webPicture(sheetImage, 'sheet');
  if (fetched) return { image: `${WEB_FOLDER}${fetched.key}`, facts: sheet };
  const image = storeNameOf(sheetImage);
  return { image, facts: { ...(sheet ?? SCAN_ONLY), image } };
}
const videoAt = (video: string): string => (video.startsWith('https:') ? video : shownAt(video));

/** `C-0017` is the account 17 (business-rules.md#client-codes). */
const userIdOf = (clientId: string) => String(Number(clientId.slice(2)));

/** A lot without line and timestamp, in the column order of `feed_lots_stage`. */
export function lotContent(row: NamedLotRow): string {
  const { auctionDate, chassis, drive, link, viewers } = row;
  const timeKnown = auctionDate.length > 10;
  const chassisNumber = tidyChassis(chassis);
  const sheet = sheetColumns(row);
  return (
    `${text(row.source)}\t${text(row.sourceId)}\t${text(row.house)}\t${row.vehicle}\t${row.lotSource}\t` +
    `${timeKnown ? `${stamp(auctionDate)}\t\\N` : `\\N\t${auctionDate}`}\t${row.lotNo}\t` +
    `${text(row.maker)}\t${text(row.model)}\t${text(row.grade)}\t${nullable(row.year)}\t${nullable(row.month)}\t` +
    `${nullable(row.engine)}\t${text(row.gearbox)}\t${drive === null ? '\\N' : text(drive)}\t${text(row.color)}\t` +
    `${nullable(row.mileage)}\t${text(row.condition)}\t${text(row.equip)}\t` +
    `${text(chassisCodeOf(chassisNumber))}\t${text(chassisNumber)}\t${json(factsOfRow(row))}\t` +
    `${nullable(row.startPrice)}\t${nullable(row.averagePrice)}\t${texts(row.images.map(shownAt))}\t${json(sheet.facts)}\t${sheet.image === null ? '\\N' : text(sheet.image)}\t` +
    `${row.odometerImage ? text(shownAt(row.odometerImage)) : '\\N'}\t` +
    `${text(row.info)}\t${json(row.inspection)}\t${texts((row.videos ?? []).map(videoAt))}\t${text(row.mileageNote ?? '')}\t${nullable(row.mileageMark)}\t` +
    `${typeof link === 'string' ? text(link) : '\\N'}\t${Array.isArray(viewers)}\t${texts(viewers?.map(userIdOf) ?? [])}\t` +
    `${row.demo ?? false}\t${json(row.sourceNames)}\t${nullable(row.status)}\t${nullable(row.soldPrice)}\n`
  );
}

/** A lot with its content and the hash of it, as a line of PostgreSQL's COPY text format. */
export const lotCopyLine = (line: number, { updatedAt }: NamedLotRow, content: string, hash: string): string =>
  `${line}\t${stamp(updatedAt)}\t${hash}\t${content}`;

/** A lot in the column order of `feed_repeats_stage`. */
export const repeatCopyLine = (
  line: number,
  { source, sourceId, updatedAt, house }: NamedLotRow,
  hash: string,
): string => `${line}\t${stamp(updatedAt)}\t${hash}\t${text(source)}\t${text(sourceId)}\t${text(house)}\n`;

/** A result in the column order of `feed_outcomes_stage`; a lot row with a status contains one too. */
export function outcomeCopyLine(line: number, row: LotRow | ResultRow): string {
  const buyer = row.kind === 'result' ? row.buyer?.orderKey : undefined;
  return (
    `${line}\t${text(row.source)}\t${text(row.sourceId)}\t${stamp(row.updatedAt)}\t${nullable(row.status)}\t` +
    `${nullable(row.soldPrice)}\t${buyer === undefined ? '\\N' : text(buyer)}\t${row.kind === 'lot'}\n`
  );
}
