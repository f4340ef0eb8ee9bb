import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
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

export interface ChassisGroup {
  codes: string[];
  fromYear: number;
}

/** `CODE/CODE@year`, groups apart by a space; `~` marks a plausible code that no list confirms. */
const chassisGroups = (text: string): ChassisGroup[] =>
  text.split(' ').map((group) => {
    const [codes = '', year = '0'] = group.split('@');
    return { codes: codes.replaceAll('~', '').split('/'), fromYear: Number(year) };
  });

/** The codes a model wore in that year. */
export const codesIn = (groups: readonly ChassisGroup[], year: number): string[] =>
  (groups.findLast(({ fromYear }) => fromYear <= year) ?? groups[0])?.codes ?? [];

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

/** Models by their Japanese name. */
export const readModels = (): CarModel[] =>
  readTable<ModelColumn>('models.csv').map(({ ja, maker, model, body, drive, gearbox, chassis }) => ({
    ja,
    maker,
    model,
    body,
    drive,
    gearbox,
    chassis: chassisGroups(chassis),
  }));

export interface BikeModel {
  maker: string;
  model: string;
  engineCc: number;
  horsePower: number;
  gearbox: string;
  drive: string;
  body: string;
  colors: string[];
  fromYear: number;
  toYear: number;
  /** What one of five years fetches in the hall. */
  priceYen: number;
  frame: ChassisGroup[];
}

type BikeColumn =
  | 'maker'
  | 'model'
  | 'engine_cc'
  | 'horse_power'
  | 'gearbox'
  | 'drive'
  | 'body'
  | 'colors'
  | 'from_year'
  | 'to_year'
  | 'price_yen'
  | 'frame';

export const readMotorcycles = (): BikeModel[] =>
  readTable<BikeColumn>('motorcycles.csv').map((row) => ({
    maker: row.maker,
    model: row.model,
    engineCc: Number(row.engine_cc),
    horsePower: Number(row.horse_power),
    gearbox: row.gearbox,
    drive: row.drive,
    body: row.body,
    colors: row.colors.split('|'),
    fromYear: Number(row.from_year),
    toYear: Number(row.to_year),
    priceYen: Number(row.price_yen),
    frame: chassisGroups(row.frame),
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

/** `houses.csv` for cars, `bike-houses.csv` for motorcycles. */
export const readHouses = (file: 'houses.csv' | 'bike-houses.csv'): DemoHouse[] =>
  readTable<HouseColumn>(file).map((row) => ({
    name: row.name,
    isUss: row.is_uss === '1',
    weekdays: row.weekdays.split('|').map(Number),
    exportPort: row.export_port,
    haulageYen: Number(row.haulage_yen),
    lotsADay: Number(row.lots_a_day),
  }));

/** An example of a table for the landed cost, to be checked before use. */
export const readDemoCosts = (): CostTable =>
  costTable.parse(JSON.parse(readFileSync(join(FOLDER, 'costs.json'), 'utf8')));
