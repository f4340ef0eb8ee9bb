import { createHash } from 'node:crypto';
import type { LotRow } from '@seri/contract/feed/rows.ts';
import { chassisCodeOf, tidyChassis } from '@seri/contract/lots/chassis.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../testing/fixtures/feed.ts';
import { arbitraryLot } from '../../testing/property/arbitrary-lots.ts';
import { parseRow } from '../read/parse-row.ts';
import type { NamedLotRow } from './alias-resolver.ts';
import { lotContent, lotCopyLine, outcomeCopyLine, repeatCopyLine } from './copy-text.ts';
import { factsOfRow } from './facts-of-row.ts';

const LETTERS: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };

/** Parses a line of PostgreSQL's COPY text format. */
function read(line: string): (string | null)[] {
  expect(line.indexOf('\n')).toBe(line.length - 1);
  return line
    .slice(0, -1)
    .split('\t')
    .map((field) => (field === '\\N' ? null : field.replace(/\\(.)/g, (_, letter) => LETTERS[letter] ?? 'wrong')));
}
/** Formats an array as PostgreSQL does. */
const array = (items: string[]) => `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
const sameTime = (text: unknown, as: unknown) => {
  expect(Math.floor(Date.parse(String(text)))).toBe(Date.parse(String(as)));
  expect(text).not.toMatch(/[+-](1[5-9]|2)\d?:|\.\d{4}/);
};
/** A picture that is fetched is shown under the hash of its address. */
const shown = (image: string) =>
  image.startsWith('https:')
    ? `/p/web/${createHash('sha256')
        .update(`photo ${new URL(image).href}`)
        .digest('hex')
        .slice(0, 32)}`
    : image;
const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value));

function expected(row: NamedLotRow) {
  const { vehicle, lotSource, house, lotNo, maker, model, grade, year, month, engine, gearbox, drive, color } = row;
  const { mileage, condition, equip, chassis, startPrice, averagePrice, images, info, link } = row;
  return {
    head: ['7', row.source, row.sourceId],
    lot: [house, vehicle, lotSource],
    rest: [
      ...[lotNo, maker, model, grade, year, month, engine, gearbox, drive, color, mileage, condition, equip],
      ...[
        chassisCodeOf(tidyChassis(chassis)),
        tidyChassis(chassis),
        json(factsOfRow(row)),
        startPrice,
        averagePrice,
        array(images.map(shown)),
        json(row.sheet),
        row.sheet?.image ?? null,
        row.odometerImage ? shown(row.odometerImage) : null,
        info,
      ],
      ...[
        json(row.inspection),
        array(row.videos ?? []),
        row.mileageNote ?? '',
        row.mileageMark ?? null,
        link,
        Array.isArray(row.viewers),
      ],
      ...[array((row.viewers ?? []).map((currentUser) => String(Number(currentUser.slice(2))))), row.demo ?? false],
      ...[json(row.sourceNames), row.status, row.soldPrice],
    ].map(textOf),
  };
}

const taken = (drawn: Row): LotRow | null => {
  const parsed = parseRow(JSON.stringify(drawn));
  return 'row' in parsed && parsed.row.kind === 'lot' ? parsed.row : null;
};

test('copies a lot and its result as PostgreSQL reads them', () => {
  let lots = 0;
  const property = fc.property(arbitraryLot, fc.option(fc.constant({ maker: 'a "b"\\' })), (drawn, sourceNames) => {
    const row = taken(drawn);
    if (!row) return;
    lots += 1;
    const named = sourceNames ? { ...row, sourceNames } : row;
    const { head, lot, rest } = expected(named);
    const line = read(lotCopyLine(7, named, lotContent(named), 'hash'));
    expect([line[0], ...line.slice(3, 5)]).toEqual(head);
    sameTime(line[1], row.updatedAt);
    expect(line[2]).toBe('hash');
    expect(line.slice(5, 8)).toEqual(lot);
    if (row.auctionDate.length > 10) sameTime(line[8], row.auctionDate);
    else expect(line[8]).toBe(null);
    expect(line[9]).toBe(row.auctionDate.length > 10 ? null : row.auctionDate);
    expect(line.slice(10)).toEqual(rest);
    const repeat = read(repeatCopyLine(7, named, 'hash'));
    expect([repeat[0], ...repeat.slice(2)]).toEqual(['7', 'hash', row.source, row.sourceId, row.house]);
    sameTime(repeat[1], row.updatedAt);
    const outcome = read(outcomeCopyLine(7, row));
    expect([...outcome.slice(0, 3), ...outcome.slice(4)]).toEqual([
      ...head,
      ...[row.status, row.soldPrice, null, true].map(textOf),
    ]);
    sameTime(outcome[3], row.updatedAt);
  });
  fc.assert(property, { numRuns: 3_000, seed: 1 });
  expect(lots).toBeGreaterThan(100);
});
