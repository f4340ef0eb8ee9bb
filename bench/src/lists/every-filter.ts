import { BODIES, DRIVE_KINDS, FUELS, HYBRIDS, STEERINGS } from '@seri/contract/lots/facts.ts';
import { LOT_SORTS } from '@seri/contract/lots/filter.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';
import type { Headers } from '../tools/over-http.ts';

export type Page = 'car-auction' | 'stats';

export interface Vocabulary {
  models: { maker: string; model: string }[];
  lotId: string;
  /** Filters on facts that most lots of the page have. */
  known: Record<Page, Set<string>>;
}

export async function findVocabulary(url: string): Promise<Vocabulary> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const models = await pool.query<{ maker: string; model: string }>(
    `select maker, model from lots where upcoming_page = 'car-auction' group by 1, 2 order by count(*) desc limit 100`,
  );
  const lot = await pool.query<{ id: string }>(
    `select id::text from lots where upcoming_page = 'car-auction' and status = 4532 and auction_at > now() + interval '2 days' limit 1`,
  );
  const knownOn = async (condition: string): Promise<Set<string>> => {
    const { rows } = await pool.query<Record<string, number>>(
      `select ${Object.entries(FILTERED).map(([name, column]) => `avg((${column} is not null)::integer)::float8 as "${name}"`)}
         from (select * from lots where ${condition} limit ${SAMPLE}) sample`,
    );
    return new Set(Object.entries(rows[0] ?? {}).flatMap(([name, share]) => (share > KNOWN_SHARE ? [name] : [])));
  };
  const known = {
    'car-auction': await knownOn(`upcoming_page = 'car-auction'`),
    stats: await knownOn(`sales_page = 'stats'`),
  };
  await pool.end();
  return { models: models.rows, lotId: lot.rows[0]?.id ?? '', known };
}

/** Filters on facts that the lots of an archive may lack, with their columns. */
const FILTERED = {
  ...{ fuel: 'fuel', hybrid: 'hybrid', drive: 'drive_kind', steering: 'steering', body: 'body', seats: 'seats' },
  ...{ interior: 'interior_grade', powerTo: 'horse_power', ageTo: 'born_month', averagePriceTo: 'average_price_yen' },
};
const SAMPLE = 50_000;
const KNOWN_SHARE = 0.5;
/** Filters of lists of upcoming lots alone. */
const UPCOMING_ONLY = ['open', 'importable', 'doorTo', 'averagePriceTo', 'startPriceTo'];
const DAYS = { dateFrom: '2000-01-01', dateTo: '2100-01-01' };
const QUESTIONS = 2_000;

/**
 * Which filters have a value: `whole` all whose facts the archive has, with wide values for two models. The others leave out
 * the model, which alone excludes most lots: `narrow` has values of a buyer who knows the car, and with `wide` ones most lots
 * of two makers remain. Searches of text, trims, chassis codes and tags are left out, because they leave few lots.
 */
export type Breadth = 'whole' | 'narrow' | 'wide';

/** One request for each question; bounds and orders differ between them. */
export function everyFilter(
  page: Page,
  { models, known }: Vocabulary,
  breadth: Breadth,
  asked: 'list' | 'choices',
): string[] {
  const { listing, filters } = PAGES[page];
  return Array.from({ length: QUESTIONS }, (_, turn) => {
    const [one, other] = [models[turn % models.length], models[(turn + 1) % models.length]];
    const { figures, words } = breadth === 'narrow' ? narrowValues(turn) : wideValues(turn);
    const order = { sort: LOT_SORTS[turn % LOT_SORTS.length] ?? 'year', order: turn % 2 === 0 ? 'ASC' : 'DESC' };
    const query = new URLSearchParams({
      ...figures,
      ...DAYS,
      open: '1',
      seen: '0',
      importable: 'check',
      ...(asked === 'list' && order),
    });
    const named = {
      maker: [one?.maker, other?.maker],
      ...(breadth === 'whole' && { model: [one?.model, other?.model] }),
    };
    const lists = { ...words, ...named, repaired: ['0'] };
    for (const [name, values] of Object.entries(lists))
      for (const value of values) if (value !== undefined) query.append(name, value);
    for (const name of Object.keys(FILTERED)) if (!known[page].has(name)) query.delete(name);
    for (const name of page === 'stats' ? UPCOMING_ONLY : ['soldPriceTo']) query.delete(name);
    return `${(asked === 'list' ? listing : filters).path}?${query}`;
  });
}

interface Values {
  figures: Record<string, string>;
  words: Record<string, readonly string[]>;
}

const wideValues = (turn: number): Values => ({
  figures: {
    ...{ yearFrom: String(2000 + (turn % 15)), mileageTo: String(200_000 - turn), engineFrom: '600', engineTo: '4000' },
    ...{ startPriceTo: String(5_000_000 + turn), soldPriceTo: '9000000', averagePriceTo: '9000000' },
    ...{ powerTo: '900', ageTo: '300', doorTo: String(9_000_000 + turn) },
  },
  words: {
    ...{ condition: ['3', '3.5', '4', '4.5', '5'], gearbox: ['AT', 'CVT'], fuel: FUELS, hybrid: HYBRIDS },
    ...{ drive: DRIVE_KINDS, steering: STEERINGS, body: BODIES, seats: ['4', '5', '7'], interior: ['A', 'B', 'C'] },
    not: ['color:GOLD', 'auction:JU Gifu'],
  },
});

const narrowValues = (turn: number): Values => ({
  figures: {
    ...{ yearFrom: String(2006 + (turn % 10)), mileageTo: String(60_000 + 10_000 * (turn % 8)) },
    ...{ engineFrom: '600', engineTo: String(1_300 + 300 * (turn % 5)) },
    ...{ startPriceTo: String(800_000 + turn), soldPriceTo: String(900_000 + turn), averagePriceTo: '1500000' },
    ...{ powerTo: '200', ageTo: String(180 + (turn % 60)), doorTo: String(2_500_000 + turn) },
  },
  words: {
    ...{
      condition:
        [
          ['4', '4.5'],
          ['3.5', '4'],
        ][turn % 2] ?? [],
      gearbox: ['AT', 'CVT'],
      fuel: ['petrol'],
    },
    ...{ hybrid: ['none', 'full'], drive: [DRIVE_KINDS[turn % DRIVE_KINDS.length] ?? '2wd'], steering: ['right'] },
    ...{ body: ['hatchback', 'sedan', 'wagon', 'minivan', 'suv'], seats: ['4', '5'], interior: ['B', 'C'] },
    not: ['color:WHITE', 'auction:JU Gifu'],
  },
});

/** Least, middle and greatest number of lots that some of the questions find. */
export async function foundBy(server: string, paths: string[], people: readonly Headers[]): Promise<number[]> {
  const found: number[] = [];
  for (const [at, path] of paths.slice(0, people.length).entries()) {
    const reply = await fetch(new URL(path, server), { headers: people[at] ?? {} });
    found.push(((await reply.json()) as { pageInfo: { totalSearchResults: number } }).pageInfo.totalSearchResults);
  }
  found.sort((a, b) => a - b);
  return [0, 0.5, 1].map((share) => found[Math.floor(share * (found.length - 1))] ?? 0);
}
