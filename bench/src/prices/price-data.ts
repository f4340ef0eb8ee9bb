import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PriceSale } from '@seri/contract/prices/price-sales.ts';
import { archiveShare } from '@seri/demo/market/archive-share.ts';
import { demoDay } from '@seri/demo/market/catalogue.ts';
import { type HiddenMarket, outcomeOf } from '@seri/demo/market/market.ts';
import { seeded } from '@seri/server/platform/db/seeded.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';

export interface BenchSale extends PriceSale {
  vehicle: 'car' | 'bike';
  startYen: number | null;
  /** The hidden market of a demonstration lot. */
  market?: HiddenMarket;
}

/** One lot of the demonstration: sold, or unsold with its start price. */
export interface BenchLot extends Omit<BenchSale, 'soldYen'> {
  soldYen: number | null;
}

const wordsOf = (grade: string) =>
  grade
    .toUpperCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();

/** Past cars and motorcycles of the demonstration's archive, by day. */
export function demoLots(today: string, days: number, share = 1): BenchLot[] {
  const shareOf = archiveShare(today);
  return Array.from({ length: days }, (_, i) => shiftDay(today, i - days)).flatMap((day) =>
    demoDay(day, (of) => shareOf(of) * share).map(({ row, market, times }): BenchLot => {
      const lot = row();
      const last = outcomeOf(market, times, null).at(-1);
      return {
        vehicle: lot.vehicle,
        maker: lot.maker,
        model: lot.model,
        trimWords: wordsOf(lot.grade),
        year: lot.year,
        month: lot.month,
        engineCc: lot.engine,
        chassisCode: lot.chassis.split('-')[0] ?? '',
        mileageKm: lot.mileage,
        isMileageDoubted: lot.mileageMark !== undefined,
        condition: lot.condition,
        equip: lot.equip,
        gearbox: lot.gearbox,
        drive: lot.drive ?? '',
        house: lot.house,
        day,
        startYen: lot.startPrice,
        soldYen: last?.soldPriceYen ?? null,
        market,
      };
    }),
  );
}

/** Columns of files with prices that people asked for; the first one that a file has is used. */
const NAMES = {
  maker: ['maker', 'brand', 'brand_en', 'maker_ja', 'make'],
  model: ['model'],
  title: ['title', 'bike_name', 'name'],
  year: ['year'],
  age: ['age'],
  cc: ['displacement_cc', 'power', 'cc', 'engine_cc', 'engine'],
  litres: ['engine_size_l'],
  km: ['mileage_km', 'kms_driven', 'mileage', 'km'],
  miles: ['mileage_miles'],
  price: ['price_vehicle_yen', 'price', 'price_yen', 'price_gbp', 'soldPrice'],
  gearbox: ['transmission', 'gearbox', 'gearbox_raw'],
  fuel: ['fuel_type', 'fuel'],
  grade: ['grade', 'trim', 'variant'],
  condition: ['condition'],
  place: ['prefecture', 'city', 'house', 'auctionName'],
  date: ['date', 'auction_date', 'auctionDate', 'sold_at', 'crawl_date'],
} as const;

const KM_PER_MILE = 1.609;
const UNKNOWN_DAYS = 540;
/** In how many turns a file without dates is judged, so that every listing is once among the later ones. */
const TURNS = 5;
/** Files without a date get one by this seeded rule, so that a split by time is one at random. */
const dayOf = (i: number, name: string, until: string, turn: number) =>
  shiftDay(
    until,
    -((seeded(`${name} ${i}`).whole(0, UNKNOWN_DAYS - 1) + (turn * UNKNOWN_DAYS) / TURNS) % UNKNOWN_DAYS),
  );

/** Listings of a CSV file: once with the file's own dates, or in as many turns as a file without dates is judged in. */
export function fileTurns(path: string, until: string): BenchSale[][] {
  const [first, ...others] = Array.from({ length: TURNS }, (_, turn) => fileSales(path, until, turn));
  return first?.hasDates ? [first.sales] : [first, ...others].map((turn) => turn?.sales ?? []);
}

/** Listings of a CSV file, compressed or not. Prices stay in the file's currency. */
function fileSales(path: string, until: string, turn: number): { sales: BenchSale[]; hasDates: boolean } {
  const bytes = readFileSync(path);
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split(/\r?\n/);
  const head = cellsOf(lines[0] ?? '');
  const places = Object.fromEntries(
    Object.entries(NAMES).map(([name, names]) => [
      name,
      head.findIndex((cell) => (names as readonly string[]).includes(cell)),
    ]),
  ) as Record<keyof typeof NAMES, number>;
  const isBike = head.includes('bike_name') || /bike|moto/i.test(basename(path));
  const seen = new Set<string>();
  let hasDates = true;
  const sales = lines.slice(1).flatMap((line, i): BenchSale[] => {
    if (line === '' || seen.has(line)) return [];
    seen.add(line);
    const cells = cellsOf(line);
    const text = (name: keyof typeof NAMES) => (places[name] < 0 ? '' : (cells[places[name]] ?? '').trim());
    const number = (name: keyof typeof NAMES) => {
      const value = text(name) === '' ? Number.NaN : Number(text(name));
      return Number.isFinite(value) ? value : null;
    };
    const priceYen = number('price');
    if (!priceYen || priceYen <= 0) return [];
    const given = text('date').slice(0, 10);
    const isOneDay = /^\d{4}-\d{2}-\d{2}$/.test(given) && text('title') === '';
    if (!isOneDay) hasDates = false;
    const day = isOneDay ? given : dayOf(i, basename(path), until, turn);
    const maker = text('maker').toUpperCase();
    const words = text('title').normalize('NFKC').split(/\s+/);
    const rest = words[0]?.toUpperCase() === maker.split(' ')[0] ? words.slice(maker.split(' ').length) : words;
    const age = number('age');
    const year = number('year') ?? (age === null ? null : Number(day.slice(0, 4)) - age);
    const litres = number('litres');
    const miles = number('miles');
    const km = number('km') ?? (miles === null ? null : miles * KM_PER_MILE);
    return [
      {
        vehicle: isBike ? 'bike' : 'car',
        maker,
        model: (text('model') || (rest[0] ?? '')).toUpperCase().trim(),
        trimWords: wordsOf(text('grade') || rest.slice(1).join(' ')).slice(0, 200),
        year: year === null || year > Number(day.slice(0, 4)) + 1 ? null : Math.round(year),
        month: null,
        engineCc: litres === null ? number('cc') : litres * 1_000 || null,
        chassisCode: '',
        mileageKm: km === null ? null : Math.round(km),
        isMileageDoubted: false,
        condition: text('condition'),
        equip: text('fuel'),
        gearbox: text('gearbox'),
        drive: '',
        house: text('place'),
        day,
        startYen: null,
        soldYen: priceYen,
      },
    ];
  });
  return { sales, hasDates };
}

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|\r?$)/g))
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  return cells;
}
