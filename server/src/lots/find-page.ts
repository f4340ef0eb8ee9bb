import type { QueryOf } from '@seri/contract/http.ts';
import { type LotFilter, lotFilterOf } from '@seri/contract/lots/filter.ts';
import type { LotState } from '@seri/contract/lots/lot-state.ts';
import { hasOpenLots, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { LotPageInfo } from '@seri/contract/lots/records.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import type { Database } from '../platform/db.ts';
import type { Read } from '../platform/replica.ts';
import { askTogether } from '../platform/together.ts';
import type { Viewer } from '../platform/viewer.ts';
import { audienceOf } from './audience-queries.ts';
import { startOf } from './deep-pages.ts';
import { inOrder } from './facets.ts';
import { type Choices, findChoices } from './find-choices.ts';
import type { Way } from './gather-queries.ts';
import { findAnchorsOf, findListing, findMarks, type ListedLot } from './listing-queries.ts';
import { type OwnMarks, stateFor, toOwnMarks } from './listing-records.ts';
import { type Audience, NO_FILTER } from './matching-queries.ts';
import { findMakers, findModels } from './model-queries.ts';
import { rememberFor } from './remember.ts';
import { countMatching, EXACT_UP_TO } from './total-queries.ts';

/**
 * Where pages of a list begin may be so old, and how a page is best found: what came or went meanwhile moves a deep page
 * by as many rows, and makes another way the shorter one.
 */
const ANCHORS_MS = 60_000;

export interface Listings {
  page<T>(
    pageType: PageType,
    query: QueryOf<typeof carAuction.listing>,
    viewer: Viewer,
    toLot: (lot: ListedLot, pageType: PageType) => T,
  ): Promise<{ lots: (T & OwnMarks & { state: LotState })[]; pageInfo: LotPageInfo }>;
  choices(pageType: PageType, filter: LotFilter, viewer: Viewer): Promise<Choices & { totalResults: number }>;
  makers(pageType: PageType, viewer: Viewer): Promise<string[]>;
  models(pageType: PageType, maker: string, viewer: Viewer): Promise<{ model: string; lots: number }[]>;
}

/**
 * What listings ask the database for, or its replica; totals, choices, makers and models may be `rememberMs` older. Who
 * opens the same page at the same time shares its lots. The reader's own marks are always those of the database itself.
 */
export function listings({ db: primary, read }: Database, rememberMs: number): Listings {
  const remember = rememberFor(rememberMs);
  // Of its own: readers are many, and would crowd out what they all ask for. None is shown what he was a minute ago.
  const rememberReader = rememberFor(rememberMs, { staleMs: 0 });
  const rememberAnchors = rememberFor(rememberMs === 0 ? 0 : ANCHORS_MS);
  const rememberWay = rememberFor(rememberMs === 0 ? 0 : ANCHORS_MS);
  const together = askTogether();
  const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
  const readerOf = (viewer: Viewer) => rememberReader(String(viewer.userId), () => audienceOf(primary, viewer));
  /** Who is named on private lots has them in his lists as soon as they are there; such readers are few. */
  const readFor = (audience: Audience): Read => (typeof audience === 'object' ? (work) => work(primary) : read);
  const totalOf = (pageType: PageType, filter: LotFilter, audience: Audience) =>
    remember(keyOf('total', pageType, filter, audience), () =>
      readFor(audience)((db) => countMatching(db, pageType, filter, audience)),
    );
  /** Both sides of a list that is asked for one of them: the other one is a press away. */
  const openAndClosed = async (pageType: PageType, filter: LotFilter, audience: Audience) => {
    if (filter.open === undefined || !hasOpenLots(pageType)) return {};
    const [openResults, closedResults] = await Promise.all([
      totalOf(pageType, { ...filter, open: '1' }, audience),
      totalOf(pageType, { ...filter, open: '0' }, audience),
    ]);
    return { openResults, closedResults };
  };

  return {
    page: async (pageType, { sort, order, page, pageSize, ...asked }, viewer, toLot) => {
      const filter = lotFilterOf(asked);
      const audience = await readerOf(viewer);
      const list = { pageType, filter, audience, sort, order };
      const key = keyOf(list);
      const anchored = {
        remember: rememberAnchors,
        key,
        findAnchors: (behind: Parameters<typeof findAnchorsOf>[2]) =>
          readFor(audience)((db) => findAnchorsOf(db, list, behind)),
      };
      const lotsOfPage = async () => {
        const start = await startOf(anchored, (page - 1) * pageSize);
        if (!start) return [];
        const size = pageSize;
        const keyOfPage = keyOf(key, start, size);
        const { rows, lots } = await together(keyOfPage, async () => {
          const way = await rememberWay(keyOfPage, async (): Promise<Way> => ({}));
          const rows = await readFor(audience)((db) => findListing(db, list, { start, size, way }));
          return { rows, lots: rows.map((row) => toLot(row, pageType)) };
        });
        const marks = await findMarks(
          primary,
          rows.map(({ id }) => id),
          viewer.userId,
        );
        return rows.flatMap((row, at) => {
          const lot = lots[at];
          const own = marks.get(row.id);
          const stated = { ...row, lot_source: PAGE_RULES[pageType].source };
          const state = stateFor(stated, viewer, { status: own?.own_status ?? null });
          return lot === undefined ? [] : [{ ...lot, ...toOwnMarks(own, pageType), state }];
        });
      };
      const [lots, totalSearchResults, totalResults, counts] = await Promise.all([
        lotsOfPage(),
        totalOf(pageType, filter, audience),
        totalOf(pageType, NO_FILTER, audience),
        openAndClosed(pageType, filter, audience),
      ]);
      const approximate = totalSearchResults > EXACT_UP_TO && !filter.open ? { approximate: true as const } : {};
      return { lots, pageInfo: { page, pageSize, totalSearchResults, totalResults, ...approximate, ...counts } };
    },
    choices: async (pageType, filter, viewer) => {
      const audience = await readerOf(viewer);
      const [choices, totalResults] = await Promise.all([
        remember(keyOf('choices', pageType, filter, audience), async () => {
          const { counts, ranges } = await readFor(audience)((db) => findChoices(db, pageType, filter, audience));
          return { counts: inOrder(counts), ranges };
        }),
        totalOf(pageType, NO_FILTER, audience),
      ]);
      return { ...choices, totalResults };
    },
    makers: async (pageType, viewer) => {
      const audience = await readerOf(viewer);
      return remember(keyOf('makers', pageType, audience), () =>
        readFor(audience)((db) => findMakers(db, pageType, audience)),
      );
    },
    models: async (pageType, maker, viewer) => {
      const audience = await readerOf(viewer);
      return remember(keyOf('models', pageType, maker, audience), () =>
        readFor(audience)((db) => findModels(db, pageType, maker, audience)),
      );
    },
  };
}
