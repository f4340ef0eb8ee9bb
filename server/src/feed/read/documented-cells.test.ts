import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chassisCodeOf, isVehicleIdentity, tidyChassis } from '@seri/contract/lots/chassis.ts';
import { expect, test } from 'vitest';
import { rowMapper } from './map-row.ts';
import { parseMapping } from './mapping.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'feed.md'), 'utf8');

/** The lines of the table after the comment with this name, each as its cells without code punctuation. */
function examples(name: string): string[][] {
  const [, behind = ''] = PAGE.split(`<!-- examples: ${name} -->\n`);
  const lines = behind.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
}

/** The row that a mapping makes of one cell, or 'refused'. */
function rowOf(field: string, more: string, cell: string): Record<string, unknown> | 'refused' {
  const own = more === '' ? {} : (JSON.parse(`{${more}}`) as object);
  const mapping = parseMapping(
    JSON.stringify({
      kind: 'lot',
      fields: {
        ...{ source: { value: 's' }, sourceId: { value: '1' }, updatedAt: { fileTime: true }, house: { value: 'H' } },
        ...{ vehicle: { value: 'car' }, lotSource: { value: 'auction' }, auctionDate: { value: '2026-11-24' } },
        ...{ lotNo: { value: 1 }, maker: { value: 'M' }, model: { value: 'X' } },
        [field]: { column: 'cell', ...own },
      },
    }),
    'example',
  );
  const mapped = rowMapper(mapping, ['cell'], new Date('2026-11-24T00:00:00Z'))([cell]);
  return 'refused' in mapped ? 'refused' : mapped.value;
}

const shown = (value: unknown): string => (value === undefined ? 'none' : String(value));

function fieldTexts(row: Record<string, unknown> | 'refused', ...fields: string[]): string[] {
  if (row === 'refused') return ['refused', ...fields.slice(1).map(() => '')];
  return fields.map((field) => shown(row[field]));
}

// @covers OPS-02
test('has a table of examples for each kind of cell', () => {
  const counts = ['numbers', 'mileages', 'years', 'times', 'facts', 'chassis'].map((name) => examples(name).length);
  for (const count of counts) expect(count).toBeGreaterThan(8);
});

test.each(examples('numbers'))('%s with %j: %j gives %s', (field, more, cell, expected) => {
  expect(fieldTexts(rowOf(field, more, cell), field)).toEqual([expected]);
});

test.each(examples('mileages'))('mileage with %j: %j gives %s, %s', (more, cell, mileage, mark) => {
  expect(fieldTexts(rowOf('mileage', more, cell), 'mileage', 'mileageMark')).toEqual([mileage, mark]);
});

test.each(examples('years'))('year with %j: %j gives %s, month %s', (more, cell, year, month) => {
  expect(fieldTexts(rowOf('year', more, cell), 'year', 'month')).toEqual([year, month]);
});

test.each(examples('times'))('time with %j: %j gives %s', (more, cell, expected) => {
  expect(fieldTexts(rowOf('auctionDate', more, cell), 'auctionDate')).toEqual([expected]);
});

// @covers FACT-01
test.each(examples('facts'))('%s %j gives %s', (field, cell, expected) => {
  expect(fieldTexts(rowOf(field, '', cell), field)).toEqual([expected]);
});

test.each(examples('chassis'))(
  'chassis %j is stored as %s, code %s, identifies a vehicle: %s',
  (cell, tidy, code, says) => {
    const chassis = tidyChassis(cell);
    expect([chassis, chassisCodeOf(chassis), isVehicleIdentity(chassis) ? 'yes' : 'no']).toEqual([tidy, code, says]);
  },
);
