import type { LotRow, ResultRow } from '@seri/contract/feed/rows.ts';
import { bigintOf, type Halves } from './known-lines.ts';
import type { NamedLotRow } from './name-book.ts';

/** A line of PostgreSQL's COPY text format, as text or as its bytes. */
export type CopyLine = string | Uint8Array;
type Value = string | number | boolean | null | undefined | string[];

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;

function encode(value: Value): string {
  // Most texts have nothing to escape, and looking is cheaper than replacing.
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(ALL_SPECIAL, (character) => ESCAPES[character] ?? character) : value;
  if (value === null || value === undefined) return '\\N';
  return Array.isArray(value) ? encode(arrayOf(value)) : String(value);
}

const QUOTED = /["\\]/;
const arrayItem = (item: string) => (QUOTED.test(item) ? item.replace(/["\\]/g, '\\$&') : item);
const arrayOf = (items: string[]) => (items.length === 0 ? '{}' : `{"${items.map(arrayItem).join('","')}"}`);

/** PostgreSQL reads it as it is; of longer fractions it rounds what is cut off here, and it knows no zones farther out. */
const AS_IT_IS = /^.{19}(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/;
const stamp = (text: string) => (AS_IT_IS.test(text) ? text : new Date(text).toISOString());

/** A line of PostgreSQL's COPY text format. */
const copyLine = (values: Value[]) => `${values.map(encode).join('\t')}\n`;

/** `C-0017` is the account 17 (decisions D1.7). */
const userIdOf = (clientId: string) => String(Number(clientId.slice(2)));

/** A lot in the column order of `feed_lots_stage`; `hash` is what its line is known by. */
export function lotCopyLine(line: number, row: NamedLotRow, hash: Halves | null): string {
  const timeKnown = row.auctionDate.length > 10;
  return copyLine([
    line,
    row.source,
    row.sourceId,
    stamp(row.updatedAt),
    row.vehicle,
    row.lotSource,
    row.house,
    timeKnown ? stamp(row.auctionDate) : null,
    timeKnown ? null : row.auctionDate,
    row.lotNo,
    row.maker,
    row.model,
    row.grade,
    row.year,
    row.month,
    row.engine,
    row.gearbox,
    row.drive,
    row.color,
    row.mileage,
    row.condition,
    row.equip,
    row.chassis.split('-', 1)[0],
    row.chassis,
    row.horsePower,
    row.startPrice,
    row.averagePrice,
    row.images,
    row.sheet ? JSON.stringify(row.sheet) : null,
    row.info,
    row.inspection ? JSON.stringify(row.inspection) : null,
    row.videos ?? [],
    row.mileageNote ?? '',
    row.link,
    Array.isArray(row.viewers),
    row.viewers?.map(userIdOf) ?? [],
    row.demo ?? false,
    row.sourceNames ? JSON.stringify(row.sourceNames) : null,
    row.status,
    row.soldPrice,
    hash && bigintOf(hash),
  ]);
}

/** An outcome in the column order of `feed_outcomes_stage`; a lot row that names a status carries one too. */
export function outcomeCopyLine(line: number, row: LotRow | ResultRow): string {
  const buyer = row.kind === 'result' ? (row.buyer?.orderKey ?? null) : null;
  return copyLine([
    line,
    row.source,
    row.sourceId,
    stamp(row.updatedAt),
    row.status,
    row.soldPrice,
    buyer,
    row.kind === 'lot',
  ]);
}
