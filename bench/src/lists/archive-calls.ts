import { PAGES } from '@seri/contract/lots/routes.ts';
import { Pool } from 'pg';

export interface Call {
  call: string;
  /** Requested in turn. */
  paths: string[];
}

/** pgbench accepts at most 128 scripts. */
const EACH = 100;

/** Typical addresses, with an existing maker and model. */
export async function callsOf(url: string): Promise<Call[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const busiest = await pool.query<{ maker: string; model: string }>(
    `select maker, model from lots where status = 4532 and vehicle = 'car' group by 1, 2 order by count(*) desc limit ${EACH}`,
  );
  const anyLot = await pool.query<{ id: string }>(
    `select id from lots where status = 4532 and vehicle = 'car' and lot_source = 'auction' order by auction_at limit ${EACH}`,
  );
  await pool.end();
  const { maker = '', model = '' } = busiest.rows[0] ?? {};
  const words = new URLSearchParams({ maker, model });
  const wordsOfMaker = new URLSearchParams({ maker });
  const searched = new URLSearchParams({ search: `model-${model.toLowerCase()}` });
  const ofPage = (pageType: 'car-auction' | 'stats') => {
    const { listing, filters, makers, models } = PAGES[pageType];
    const ask = (call: string, path: string, query: URLSearchParams | string = '') => ({
      call: `${pageType}: ${call}`,
      paths: [`${path}${query ? '?' : ''}${query}`],
    });
    const ofEachModel = busiest.rows.map((row) => `${listing.path}?${new URLSearchParams({ ...row })}`);
    return [
      ask('first page', listing.path),
      ask('page 50', listing.path, 'page=50'),
      ask('page 1,000', listing.path, 'page=1000'),
      ask('by maker and model', listing.path, words),
      ask('by maker and model, by price', listing.path, `${words}&sort=soldPrice&order=DESC`),
      ask('by year and mileage', listing.path, 'yearFrom=2018&mileageTo=50000&sort=year&order=DESC'),
      ask('by search', listing.path, searched),
      { call: `${pageType}: a model each`, paths: ofEachModel },
      ask('filters', filters.path),
      ask('filters of a maker', filters.path, wordsOfMaker),
      ask('filters of a model', filters.path, words),
      ask('filters of a model and years', filters.path, `${words}&yearFrom=2016&condition=4.5`),
      ask('filters under years and mileage', filters.path, 'yearFrom=2018&mileageTo=50000'),
      ask('makers', makers.path),
      ask('models', models.path, new URLSearchParams({ id: maker })),
    ];
  };
  const pathsOfLots = anyLot.rows.map(({ id }) => `${PAGES['car-auction'].viewLot.path}?id=${id}`);
  const lots = [
    { call: 'a lot', paths: pathsOfLots.slice(0, 1) },
    { call: 'a lot each', paths: pathsOfLots },
  ];
  return [...ofPage('car-auction'), ...ofPage('stats'), ...lots];
}
