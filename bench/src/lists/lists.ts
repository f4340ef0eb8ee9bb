import { setTimeout as sleep } from 'node:timers/promises';
import { LOT_SORTS } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { buildWebWhenStale } from '../../../server/src/platform/process/build-web.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { HEAD, row, runFor } from '../tools/load.ts';
import { type Headers, overHttp } from '../tools/over-http.ts';
import { residentMb } from '../tools/resident.ts';
import { severalPeople } from '../tools/several-people.ts';
import { archiveCluster, extentOf } from './archive-data.ts';
import { chooseDoors, computeTotals, doorQuestions } from './door-lists.ts';
import { type Breadth, everyFilter, findVocabulary, foundBy, type Page, type Vocabulary } from './every-filter.ts';

const LOAD = { lanes: 8, seconds: 10 };
/** More than are requested in the time, so that hardly a reply is shared. */
const QUESTIONS = 2_000;
const ALONE_SECONDS = 5;
const POLL_MS = 500;
/** A filling that fails is repeated, so waiting for it would never end. */
const FILL_LIMIT_MS = 45 * 60_000;
const NAME: Record<Breadth, string> = {
  whole: 'every filter at once',
  narrow: 'all but the model, narrow values',
  wide: 'all but the model, wide values',
};
const BREADTHS = Object.keys(NAME) as Breadth[];
const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Lists of 1,000,000 upcoming lots and 20,000,000 sales with eight concurrent requests: initial pages, random filters
 * in any order with exact totals, all choices, totals at the door, and a bid check during wide filters.
 */
export async function lists(scale: number, only = ''): Promise<void> {
  const extent = extentOf(scale, only);
  say(`\n${extent.live} lots to come, ${extent.sales} sales`);
  const cluster = await archiveCluster(extent);
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await liftBudgets(database);
    const port = await freePort();
    const people = await severalPeople(database.db, port, { creditLimitYen: -1 });
    await database.close();
    const totals = await computeTotals(cluster.url);
    say(`totals of ${totals.lots} lots at ${totals.doors} doors took ${totals.seconds.toFixed(0)} s`);
    const share = await chooseDoors(cluster.url);
    say(`at each person's door at least ${(100 * share).toFixed(0)} % of the lots have a total`);
    const vocabulary = await findVocabulary(cluster.url);
    await buildWebWhenStale();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port, { logLevel: 'warn' });
    try {
      const [person = {}] = people;
      const filledMs = await untilFilled(server.url, person);
      say(`both indexes were filled ${(filledMs / 1000).toFixed(1)} s after the start`);
      for (const page of ['car-auction', 'stats'] as const)
        for (const breadth of BREADTHS) {
          const found = await foundBy(server.url, everyFilter(page, vocabulary, breadth, 'list'), people);
          say(`${page}: ${NAME[breadth]} leaves ${found.join(', ')} lots`);
        }
      say(`\n${HEAD}`);
      for (const page of ['car-auction', 'stats'] as const) {
        const plain = [
          PAGES[page].listing.path,
          ...vocabulary.models.map((one) => `${PAGES[page].listing.path}?${new URLSearchParams(one)}`),
        ];
        await report(`${page}: as it opens, and a model each`, plain, server.url, people);
        await report(`${page}: any filters in any order`, questions(page, vocabulary, true), server.url, people);
        const someChoices = questions(page, vocabulary, false);
        await report(`${page}: all choices`, someChoices, server.url, people);
        await report(`${page}: all choices, each asked by all`, someChoices, server.url, people, true);
        for (const breadth of BREADTHS) {
          const lists = everyFilter(page, vocabulary, breadth, 'list');
          const choices = everyFilter(page, vocabulary, breadth, 'choices');
          await report(`${page}: ${NAME[breadth]}`, lists, server.url, people);
          if (breadth === 'whole') await report(`${page}: all choices under it`, choices, server.url, people);
          await report(`${page}: all choices under it, each asked by all`, choices, server.url, people, true);
        }
      }
      const makers = [...new Set(vocabulary.models.map(({ maker }) => maker))];
      const byTotal = doorQuestions(makers, QUESTIONS);
      await report('car-auction: within a budget, in the order of the totals at the door', byTotal, server.url, people);
      say(row('the same, one at a time', await overHttp(server.url, byTotal, people, { ...LOAD, lanes: 1 })));
      const wide = questions('car-auction', vocabulary, true);
      const check = () => askCheck(server.url, vocabulary.lotId, person);
      const alone = await runFor(ALONE_SECONDS, 1, check);
      const others = overHttp(server.url, wide, people.slice(1), LOAD);
      const beside = await runFor(LOAD.seconds, 1, check);
      await others;
      say(row('a bid check alone', alone));
      say(row('a bid check beside eight askers of wide filters', beside));
      say(
        `\nBid check: p99 ${(beside.p99Ms / alone.p99Ms).toFixed(1)} times its idle value (goal 2). Server: ${residentMb(server.pid).toFixed(0)} MB`,
      );
    } finally {
      await server.kill();
    }
  } finally {
    await cluster.end();
  }
}

/** `together`: every question is asked at once by all, in the name of one person, and they share its answer. */
async function report(
  name: string,
  paths: string[],
  server: string,
  people: Headers[],
  together = false,
): Promise<void> {
  say(row(name, await overHttp(server, paths, together ? people.slice(0, 1) : people, { ...LOAD, together })));
}

/** Waits for both indexes: the one of the server and that of the process for pages, whose pages contain lists only then. */
async function untilFilled(server: string, who: Headers): Promise<number> {
  const startedMs = performance.now();
  const filteredPage = `${server}/${PAGE_RULES.stats.path}?condition=4`;
  for (;;) {
    const calls = await fetch(`${server}${PAGES.stats.filters.path}`, { headers: who });
    const page = await (await fetch(filteredPage, { headers: who })).text();
    if (calls.status === 200 && page.includes(`${PAGES.stats.listing.path}?condition=4`))
      return performance.now() - startedMs;
    if (performance.now() - startedMs > FILL_LIMIT_MS)
      throw new Error('the list index could not be filled: see the warnings of the server');
    await sleep(POLL_MS);
  }
}

async function askCheck(server: string, lotId: string, who: Headers): Promise<void> {
  const reply = await fetch(`${server}/v1/bid/check`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 500_000, carId: lotId, bidType: 1, lotType: 'auction' }),
  });
  await reply.arrayBuffer();
  if (reply.status >= 500) throw new Error(`a bid check answered ${reply.status}`);
}

/** Deterministic, equal in every run. */
function questions(page: Page, { models }: Vocabulary, isListing: boolean): string[] {
  let seed = 1;
  const randomBelow = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const oneOf = <T>(values: readonly T[]): T => values[randomBelow(values.length)] as T;
  const choices: (() => Record<string, string>)[] = [
    () => ({ maker: oneOf(models).maker }),
    () => ({ ...oneOf(models) }),
    () => ({ condition: oneOf(['4', '4.5', '3.5', 'R']) }),
    () => ({ gearbox: oneOf(['AT', 'CVT', '5F']) }),
    () => ({ yearFrom: String(2005 + randomBelow(18)) }),
    () => ({ mileageTo: String(10_000 * (1 + randomBelow(15))) }),
    () => ({ engineFrom: String(660 + 100 * randomBelow(20)) }),
    () => ({ search: oneOf(['equip-navi', 'model-prius', 'lotNo-12']) }),
  ];
  return Array.from({ length: QUESTIONS }, () => {
    const filter = Object.assign({}, ...[0, 1, 2].map(() => oneOf(choices)()));
    const order = isListing ? { sort: oneOf(LOT_SORTS), order: oneOf(['ASC', 'DESC']) } : {};
    const { listing, filters } = PAGES[page];
    return `${(isListing ? listing : filters).path}?${new URLSearchParams({ ...filter, ...order })}`;
  });
}
