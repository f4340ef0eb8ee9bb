import { Readable } from 'node:stream';
import { type ImportOptions, type ImportReport, runImport } from '../feed/run-import.ts';
import type { Database } from '../platform/db/db.ts';

export type Row = Record<string, unknown>;

export const demoHouse = (more: Row = {}): Row => ({
  kind: 'house',
  source: 'test',
  updatedAt: '2026-11-01T00:00:00Z',
  name: 'USS Tokyo',
  isUss: true,
  weekdays: [2, 4],
  opensAt: '10:00',
  haulageYen: 12_000,
  exportPort: 'Yokohama',
  ...more,
});

export const aLot = (more: Row = {}): Row => ({
  kind: 'lot',
  source: 'test',
  sourceId: 'lot-1',
  updatedAt: '2026-11-20T00:00:00Z',
  vehicle: 'car',
  lotSource: 'auction',
  house: 'USS Tokyo',
  auctionDate: '2026-11-24T10:30:00+09:00',
  lotNo: 1,
  maker: 'TOYOTA',
  model: 'PRIUS',
  grade: 'S',
  year: 2018,
  month: 5,
  engine: 1_800,
  gearbox: 'AT',
  drive: null,
  color: 'PEARL',
  mileage: 61_000,
  condition: '4.5',
  equip: 'AC PS',
  chassis: 'ZVW50-1234567',
  horsePower: null,
  startPrice: 300_000,
  images: ['/p/one', '/p/two.jpg'],
  info: 'line\none\ttab \\N',
  ...more,
});

export const aResult = (more: Row = {}): Row => ({
  kind: 'result',
  source: 'test',
  sourceId: 'lot-1',
  updatedAt: '2026-11-24T02:00:00Z',
  status: 4533,
  soldPrice: 640_000,
  ...more,
});

type Extras = Partial<Omit<ImportOptions, 'database'>>;

/** Imports rows, or lines as they stand, as one file. */
export function imported(database: Database, rows: (Row | string)[], extras: Extras = {}): Promise<ImportReport> {
  const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const input = Readable.from([Buffer.from(text)]);
  return runImport({ database, input, sourceName: 'rows', onOutcome: async () => {}, ...extras });
}

/** All that a source can say about a lot, and its newest stamp; ids and the time of writing depend on the order and are left out. */
export async function lotsTable({ db }: Database) {
  const rows = await db
    .selectFrom('lots')
    .leftJoin('lot_stamps', 'lot_stamps.lot_id', 'lots.id')
    .selectAll('lots')
    .select((eb) => eb.fn('greatest', ['source_updated_at', 'newest_at']).as('source_updated_at'))
    .orderBy('source_id')
    .execute();
  return rows.map(({ id: _id, house_id: _house, created_at: _created, updated_at: _updated, ...lot }) => lot);
}
