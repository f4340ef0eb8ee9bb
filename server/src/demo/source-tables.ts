import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'demo-data');

type TableRow<Column extends string> = Record<Column, string>;

function readTable<Column extends string>(file: string): TableRow<Column>[] {
  return parse(readFileSync(join(FOLDER, file)), { columns: true, skip_empty_lines: true });
}

type ListingColumn =
  | 'source_id'
  | 'brand_en'
  | 'title'
  | 'year'
  | 'mileage_km'
  | 'displacement_cc'
  | 'gearbox'
  | 'price_yen';
export type ListingRecord = TableRow<ListingColumn>;

/** Real listings of one day; see demo-data/SOURCES.md. */
export const readListings = (): ListingRecord[] => readTable<ListingColumn>('listings.csv');

interface ChassisGroup {
  codes: string[];
  fromYear: number;
}

export interface CarModel {
  ja: string;
  maker: string;
  model: string;
  body: string;
  drive: string;
  gearbox: string;
  chassis: ChassisGroup[];
}

type ModelColumn = 'ja' | 'maker' | 'model' | 'aliases' | 'body' | 'drive' | 'gearbox' | 'chassis';

/** Models by their Japanese name; chassis reads `CODE/CODE@year`, `~` marks a plausible code that no list confirms. */
export const readModels = (): CarModel[] =>
  readTable<ModelColumn>('models.csv').map(({ ja, maker, model, body, drive, gearbox, chassis }) => ({
    ja,
    maker,
    model,
    body,
    drive,
    gearbox,
    chassis: chassis.split(' ').map((group) => {
      const [codes = '', year = '0'] = group.split('@');
      return { codes: codes.replaceAll('~', '').split('/'), fromYear: Number(year) };
    }),
  }));

export interface DemoHouse {
  name: string;
  isUss: boolean;
  /** 1 = Monday to 7 = Sunday. */
  weekdays: number[];
  exportPort: string;
  haulageYen: number;
  lotsADay: number;
}

type HouseColumn = 'name' | 'is_uss' | 'weekdays' | 'export_port' | 'haulage_yen' | 'lots_a_day';

export const readHouses = (): DemoHouse[] =>
  readTable<HouseColumn>('houses.csv').map((row) => ({
    name: row.name,
    isUss: row.is_uss === '1',
    weekdays: row.weekdays.split('|').map(Number),
    exportPort: row.export_port,
    haulageYen: Number(row.haulage_yen),
    lotsADay: Number(row.lots_a_day),
  }));
