import { bikeCalls, carCalls, type LotFilter, lotFilterOf } from '@seri/contract/lots/filter.ts';
import { SUGGEST } from '@seri/contract/lots/finder/routes.ts';
import type { NamedFilter } from '@seri/contract/lots/finder/to-filter.ts';
import { isBikePage, PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { NO_FILTER } from '../core/condition-queries.ts';
import type { ListIndex } from '../list-index/list-index.ts';
import { serverDictionary, type YenPer } from './server-dictionary.ts';
import { type ReaderDoor, suggest } from './suggest.ts';

/** The questions that the lists answer (lots/listing/find-page.ts). */
interface Lists {
  count(pageType: PageType, filter: LotFilter, currentUser: CurrentUser): Promise<number>;
  lotNumbers(pageType: PageType, numbers: readonly number[], currentUser: CurrentUser): Promise<number[]>;
  models(pageType: PageType, currentUser: CurrentUser): Promise<{ maker: string; model: string; lots: number }[]>;
}

/** The filters of an address; none where its listing would refuse them. */
function filterIn(pageType: PageType, params: string): NamedFilter {
  const address = new URLSearchParams(params);
  const query = Object.fromEntries([...new Set(address.keys())].map((name) => [name, address.getAll(name)]));
  const read = (isBikePage(pageType) ? bikeCalls : carCalls).filters.safeParse(
    Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  );
  if (!read.success) return {};
  return Object.fromEntries(
    Object.entries(lotFilterOf(read.data)).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Registers the calls that understand a search line, one for each page type. */
export function finderRoutes(
  app: FastifyInstance,
  { db }: Database,
  {
    index,
    listings,
    readYenPer,
    readDoor,
    isBuiltAhead,
  }: {
    index: ListIndex;
    listings: Lists;
    readYenPer: () => Promise<YenPer>;
    readDoor: (userId: number) => Promise<ReaderDoor | null>;
    /** Build the dictionary as soon as the process listens, before the first reader types. */
    isBuiltAhead: boolean;
  },
): void {
  const dictionaryNow = serverDictionary(db, index, readYenPer);
  // If building fails, the first line that is typed builds it.
  if (isBuiltAhead)
    app.addHook('onListen', async () => {
      dictionaryNow().catch(() => {});
    });
  for (const pageType of PAGE_TYPES)
    registerRoute(app, SUGGEST[pageType], async ({ query, currentUser }) => {
      const sales = PAGE_RULES[pageType].vehicle === 'bike' ? 'bike-stats' : 'stats';
      const lots = {
        count: (page: PageType, filter: LotFilter) => listings.count(page, filter, currentUser),
        lotNumbers: (page: PageType, numbers: readonly number[]) => listings.lotNumbers(page, numbers, currentUser),
        models: (page: PageType) => listings.models(page, currentUser),
      };
      return suggest(query.line, lots, {
        ...(await dictionaryNow()),
        pageType,
        language: currentUser.language === LANGUAGE.ru ? 'ru' : 'en',
        today: japanDay(new Date()),
        none: NO_FILTER,
        door: await readDoor(currentUser.userId),
        within: filterIn(pageType, query.within),
        seesSales: currentUser.permissions[PAGE_RULES[sales].flag],
      });
    });
}
