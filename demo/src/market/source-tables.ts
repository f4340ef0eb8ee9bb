import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import { type FactTableRow, readFactRow } from '@seri/contract/lots/vehicle/fact-table.ts';
import { japanDay } from '@seri/server/platform/i18n/japan-time.ts';
import { parse } from 'csv-parse/sync';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'demo-data');

type TableRow<Column extends string> = Record<Column, string>;

function readTable<Column extends string>(file: string): TableRow<Column>[] {
  return parse(readFileSync(join(FOLDER, file)), { columns: true, skip_empty_lines: true });
}

export interface ChassisGroup {
  codes: string[];
  fromYear: number;
}

/** `CODE/CODE@year`, groups separated by a space; `~` marks a plausible code that no list confirms. */
const chassisGroups = (text: string): ChassisGroup[] =>
  text.split(' ').map((group) => {
    const [codes = '', year = '0'] = group.split('@');
    return { codes: codes.replaceAll('~', '').split('/'), fromYear: Number(year) };
  });

/** The chassis codes of a model in that year. */
export const codesIn = (groups: readonly ChassisGroup[], year: number): string[] =>
  (groups.findLast(({ fromYear }) => fromYear <= year) ?? groups[0])?.codes ?? [];

export type Fuel = 'petrol' | 'hybrid' | 'phev' | 'diesel' | 'electric';

/** One version of a model as built: a chassis code belongs to one engine and certain years. */
export interface CarVersion {
  maker: string;
  model: string;
  /** Name of the drawing. */
  body: string;
  codes: string[];
  /** Null for an electric car. */
  engineCc: number | null;
  fuel: Fuel;
  gearboxes: string[];
  drives: string[];
  /** First and last year of first registration. */
  fromYear: number;
  toYear: number;
  /** Price when new, in yen. */
  newYen: number;
  /** Loss of value per year. */
  lossPercent: number;
  /** Relative frequency at auctions. */
  share: number;
  /** Its trims, from the simplest to the most expensive. */
  grades: string[];
}

type CarColumn =
  | 'maker'
  | 'model'
  | 'body'
  | 'codes'
  | 'engine_cc'
  | 'fuel'
  | 'gearbox'
  | 'drive'
  | 'from_year'
  | 'to_year'
  | 'new_yen'
  | 'loss_percent'
  | 'share'
  | 'grades';

export const readCars = (): CarVersion[] =>
  readTable<CarColumn>('cars.csv').map((row) => ({
    maker: row.maker,
    model: row.model,
    body: row.body,
    codes: row.codes.split('/'),
    engineCc: row.engine_cc === '' ? null : Number(row.engine_cc),
    fuel: row.fuel as Fuel,
    gearboxes: row.gearbox.split('/'),
    drives: row.drive.split('/'),
    fromYear: Number(row.from_year),
    toYear: Number(row.to_year),
    newYen: Number(row.new_yen),
    lossPercent: Number(row.loss_percent),
    share: Number(row.share),
    grades: row.grades.split('|'),
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
  /** Auction price at an age of five years. */
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

/** Power of common cars by type code, for the facts table of the demonstration. Other cars have an unknown power. */
export const readDemoPowers = (): FactTableRow[] =>
  readTable<'typeCode' | 'powerPs'>('powers.csv').map((cells) => {
    const row = readFactRow(cells);
    if (typeof row === 'string') throw new Error(`powers.csv: ${row}`);
    return row;
  });

/** An example of a landed-cost table, to be checked before use. Its exchange rates count as those of the day in Japan. */
export const readDemoCosts = (): CostTable => ({
  ...costTable.parse(JSON.parse(readFileSync(join(FOLDER, 'costs.json'), 'utf8'))),
  ratesAt: `${japanDay(new Date())}T00:00:00+09:00`,
});
