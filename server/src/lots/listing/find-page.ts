import type { QueryOf } from '@seri/contract/http.ts';
import { exclusionsOf, type LotFilter, lotFilterOf, withOpenLots } from '@seri/contract/lots/filter.ts';
import type { LotState } from '@seri/contract/lots/lot-state.ts';
import { hasOpenLots, isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { LotPageInfo } from '@seri/contract/lots/records.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import type { RawBuilder } from 'kysely';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { LISTS_BEHIND_MS } from '../../platform/http/health/health.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { audienceOf } from '../core/audience-queries.ts';
import {
  type Audience,
  indexAt,
  type List,
  NO_FILTER,
  needsDoor,
  POSTGRES,
  type Source,
} from '../core/condition-queries.ts';
import { findLots, type ListedLot } from '../core/listing-queries.ts';
import { doorField, type OwnMarks, stateFor, toOwnMarks } from '../core/listing-records.ts';
import { everyMarkOf, findListReader, type ListReader, ownLotsFor } from '../core/own-queries.ts';
import { compileForIndex } from '../list-index/compile-queries.ts';
import type { ListIndex, ListIndexState } from '../list-index/list-index.ts';
import { countChoices, type FacetCount, findRangeRows, type RangeEnds, toRangeEnds } from './choice-queries.ts';
import {
  countLots,
  countModels,
  countOwn,
  countTags,
  existingLotNumbers,
  type FoundPage,
  fromCursor,
  lotsOfPlainPage,
  type ModelCount,
  type OwnCounts,
  type PageSlice,
  type PlacedLot,
  type PlainOrder,
  pageAndTotal,
  plainOrder,
  type Totals,
  toCursor,
  toFoundPage,
} from './list-queries.ts';
import { sharedAnswers } from './shared-answers.ts';

/** Lots of a list open for bidding and closed, when its filter names one of these. */
interface Sides {
  open?: number;
  closed?: number;
}

interface ListOptions extends Partial<Pick<List, 'sort' | 'order'>> {
  withDoor?: boolean;
  withEveryMark?: boolean;
}

export interface Choices {
  counts: FacetCount[];
  ranges: RangeEnds[];
  /** Lots that match the filter, and lots of the page without one. */
  totals: { found: number; all: number };
  own: OwnCounts;
  /** The reader's own tags on lots of this list. */
  tags: { tag: string; lots: number }[];
}

export interface Listings {
  page<T>(
    pageType: PageType,
    query: QueryOf<typeof carAuction.listing>,
    currentUser: CurrentUser,
    toLot: (lot: ListedLot, pageType: PageType) => T,
  ): Promise<{ lots: (T & OwnMarks & { state: LotState })[]; pageInfo: LotPageInfo }>;
  choices(pageType: PageType, filter: LotFilter, currentUser: CurrentUser): Promise<Choices>;
  models(pageType: PageType, currentUser: CurrentUser): Promise<ModelCount[]>;
  /** Lots that the list of this filter shows: the open ones, where the filter does not say otherwise. */
  count(pageType: PageType, filter: LotFilter, currentUser: CurrentUser): Promise<number>;
  /** Which of these numbers a lot of the page has. */
  lotNumbers(pageType: PageType, numbers: readonly number[], currentUser: CurrentUser): Promise<number[]>;
}

/** Fields of a list whose age must be shown to the reader. */
function currentAtOf({ isFilled, currentAtMs }: ListIndexState): Pick<LotPageInfo, 'currentAt'> {
  const isBehind = isFilled && Date.now() - currentAtMs > LISTS_BEHIND_MS;
  return isBehind ? { currentAt: japanIso(new Date(currentAtMs)) } : {};
}

/** Numbers of open and closed lots, where the list has one of these sides. */
function sidesOf({ pageType, filter: { open } }: List, { found, eitherSide }: Totals): Sides {
  if (open === undefined || !hasOpenLots(pageType)) return {};
  // Counts of plain lists may be a moment apart.
  const other = Math.max(0, eitherSide - found);
  return open === '1' ? { open: found, closed: other } : { open: other, closed: found };
}

/** Every lot has exactly one status, so the counts of the selected statuses add up to the total. */
function foundOf(counts: readonly FacetCount[], { status, not }: LotFilter): number {
  const excluded = exclusionsOf(not).status ?? [];
  return counts
    .filter(({ facet, value }) => facet === 'status' && (status.length === 0 || status.includes(Number(value))))
    .filter(({ value }) => !excluded.some((other) => Number(other) === Number(value)))
    .reduce((found, { lots }) => found + lots, 0);
}

/**
 * The lists of all page types. The list index returns the ids of a page in order and the totals, PostgreSQL the lots
 * themselves. The default order of a page type or of one model comes from PostgreSQL alone, even while the index is
 * being filled.
 */
export function listings({ db }: Database, index: ListIndex): Listings {
  const shared = sharedAnswers();
  const askIndex = async <Row>(ask: (source: Source) => RawBuilder<Row>, ...key: unknown[]): Promise<Row[]> => {
    const moment = await index.current();
    return shared(JSON.stringify(key), moment, () =>
      index.ask<Row>((facetBits) => compileForIndex(ask(indexAt(moment, facetBits)))),
    );
  };
  const isFilling = (error: unknown) => error instanceof ApiError && error.code === 'Lists.Filling';

  /** Counts a plain list in PostgreSQL while the index is being filled. */
  const countList = async ({ pageType, filter, audience, own }: List, isPlain: boolean): Promise<number> => {
    const counted = { pageType, filter, audience, own, sort: undefined, order: undefined };
    const ask = (source: Source) => countLots(source, counted);
    const [row] = await askIndex(ask, 'lots', counted).catch(async (error: unknown) => {
      if (!isPlain || !isFilling(error)) throw error;
      return (await ask(POSTGRES).execute(db)).rows;
    });
    if (!row) throw new Error('a count answers one row');
    return row.lots;
  };
  const countWhole = (list: List, isPlain: boolean): Promise<number> =>
    countList({ ...list, filter: NO_FILTER, own: undefined }, isPlain);
  const plainPage = async (list: List, order: PlainOrder, slice: PageSlice): Promise<PlacedLot[]> =>
    (await lotsOfPlainPage(list, order, slice).execute(db)).rows;
  const findSlice = async (list: List, slice: PageSlice): Promise<FoundPage> => {
    const plain = (other: List) => (slice.skip === 0 ? plainOrder(other) : null);
    const order = plain(list);
    if (order) {
      const counting = countList(list, true);
      const isOneSide = list.filter.open !== undefined;
      const onEitherSide = { ...list, filter: { ...list.filter, open: undefined } };
      const [placed, found, eitherSide] = await Promise.all([
        plainPage(list, order, slice),
        counting,
        isOneSide ? countList(onEitherSide, true) : counting,
      ]);
      return { placed, found, eitherSide };
    }
    // A list of open and closed lots begins with the open ones, which are a plain list of their own.
    const openLots: List = { ...list, filter: { ...list.filter, open: '1' } };
    const openOrder = list.filter.open === undefined ? plain(openLots) : null;
    const open = openOrder ? await plainPage(openLots, openOrder, slice) : [];
    if (open.length === slice.most) {
      const found = await countList(list, false);
      return { placed: open, found, eitherSide: found };
    }
    return toFoundPage(await askIndex((source) => pageAndTotal(source, list, slice), 'page', list, slice));
  };

  /** The list of a filter as this reader sees it, and the reader. Totals at the door are read for it, or `withDoor`. */
  const listFor = async (
    pageType: PageType,
    filter: LotFilter,
    currentUser: CurrentUser,
    { sort, order, withDoor = false, withEveryMark = false }: ListOptions = {},
  ): Promise<{ list: List; reader: ListReader }> => {
    const isByDoor = needsDoor(filter, sort);
    const reader = await findListReader(db, currentUser, pageType, {
      marksFor: withEveryMark ? null : filter,
      // Past sales have no total at the door: filters by it find none of them.
      withDoor: (withDoor || isByDoor) && !isSalesPage(pageType),
    });
    const { audience, marked, doorSlot } = reader;
    const shown = isByDoor ? { ...filter, doorSlot } : filter;
    return { list: { pageType, filter: shown, audience, own: ownLotsFor(shown, marked), sort, order }, reader };
  };

  return {
    page: async (pageType, { sort, order, page, pageSize, after, ...asked }, currentUser, toLot) => {
      const { list, reader } = await listFor(pageType, lotFilterOf(asked), currentUser, {
        sort,
        order,
        withDoor: true,
      });
      const slice = { after: fromCursor(after), skip: after ? 0 : (page - 1) * pageSize, most: pageSize + 1 };
      const [{ placed, ...totals }, whole] = await Promise.all([
        findSlice(list, slice),
        countWhole(list, plainOrder(list) !== null),
      ]);
      const { found } = totals;
      const sides = sidesOf(list, totals);
      if (slice.skip > 0 && slice.skip >= found) throw new ApiError('Lists.PageBeyondEnd');
      const shown = placed.slice(0, pageSize);
      const ids = shown.map(({ id }) => id);
      const rows = await findLots(db, ids, { ...reader, userId: currentUser.userId });
      const lots = rows.map((row) => {
        const stated = { ...row, lot_source: PAGE_RULES[pageType].source };
        const state = stateFor(stated, currentUser, { status: row.own_status });
        return { ...toLot(row, pageType), ...toOwnMarks(row, pageType), state, ...doorField(row, pageType) };
      });
      const last = shown.at(-1);
      return {
        lots,
        pageInfo: {
          page,
          pageSize,
          totalSearchResults: found,
          totalResults: whole,
          ...currentAtOf(index.state()),
          ...(last && placed.length > pageSize ? { next: toCursor(last) } : {}),
          openResults: sides.open,
          closedResults: sides.closed,
        },
      };
    },
    choices: async (pageType, filter, currentUser) => {
      const { list, reader } = await listFor(pageType, filter, currentUser, { withEveryMark: true });
      const { marked } = reader;
      const everyMark = everyMarkOf(marked);
      const [counts, ranges, whole, [ownCounts], tags] = await Promise.all([
        askIndex((source) => countChoices(source, list), 'choices', list),
        askIndex((source) => findRangeRows(source, list), 'ranges', list),
        countWhole(list, false),
        askIndex((source) => countOwn(source, list, everyMark), 'own', list, everyMark),
        marked.tagged.lotIds.length === 0
          ? []
          : askIndex((source) => countTags(source, list, marked.tagged), 'tags', list, marked.tagged),
      ]);
      return {
        counts,
        ranges: toRangeEnds(ranges),
        totals: { found: foundOf(counts, filter), all: whole },
        own: ownCounts ?? { hidden: 0, unseen: 0, new: 0 },
        tags: tags.map(({ tag, lots }) => ({ tag: marked.tags[tag] ?? '', lots })),
      };
    },
    models: async (pageType, currentUser) => {
      const audience: Audience = await audienceOf(db, currentUser);
      return askIndex((source) => countModels(source, pageType, audience), 'models', pageType, audience);
    },
    count: async (pageType, filter, currentUser) => {
      const { list } = await listFor(pageType, withOpenLots(pageType, filter), currentUser);
      const [row] = await askIndex((source) => countLots(source, list), 'count', list);
      return row?.lots ?? 0;
    },
    lotNumbers: async (pageType, numbers, currentUser) => {
      const audience = await audienceOf(db, currentUser);
      const ask = (source: Source) => existingLotNumbers(source, pageType, audience, numbers);
      return (await askIndex(ask, 'numbers', pageType, audience, numbers)).map(({ lot_no }) => lot_no);
    },
  };
}
