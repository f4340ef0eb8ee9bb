import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { LotFilter, LotListing } from '@seri/contract/lots/filter.ts';
import { carAuction } from '@seri/contract/lots/routes.ts';
import type { FastifyInstance } from 'fastify';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { NotFound, Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { toFilters } from './facets.ts';
import { countChoices, countModels, findMakers, findRanges } from './facets-queries.ts';
import { countMatching, countPage, EXACT_UP_TO, findListing } from './listing-queries.ts';
import { toCarLot, toListingLot } from './lot-records.ts';
import { findCarLot, findDailyLimits } from './queries.ts';
import { rememberFor } from './remember.ts';

const REMEMBER_MS = 5_000;
const isStaff = (viewer: Viewer) => viewer.userType === USER_TYPE.manager;

/** Listing, choices and the whole record of car auction lots; totals and choices may be `rememberMs` old. */
export function lotRoutes(app: FastifyInstance, { db }: Database, { rememberMs = REMEMBER_MS } = {}): void {
  const remember = rememberFor(rememberMs);
  const keyOf = (call: string, viewer: Viewer, of?: unknown) => JSON.stringify([call, isStaff(viewer), of]);
  const pageTotal = (viewer: Viewer) => remember(keyOf('total', viewer), () => countPage(db, isStaff(viewer)));

  serve(app, carAuction.listing, async ({ query, viewer }) => {
    const filter = filterOf(query);
    const [lots, totalSearchResults, totalResults] = await Promise.all([
      findListing(db, query, { userId: viewer.userId, isStaff: isStaff(viewer) }),
      isUnfiltered(filter)
        ? pageTotal(viewer)
        : remember(keyOf('count', viewer, filter), () => countMatching(db, filter, isStaff(viewer))),
      pageTotal(viewer),
    ]);
    return {
      carsList: lots.map(toListingLot),
      pageInfo: {
        page: query.page,
        pageSize: query.pageSize,
        totalSearchResults,
        totalResults,
        ...(totalSearchResults > EXACT_UP_TO ? { approximate: true } : {}),
      },
    };
  });

  serve(app, carAuction.filters, async ({ query, viewer }) => {
    const [counts, ranges, totalResults] = await Promise.all([
      remember(keyOf('choices', viewer, query), () => countChoices(db, query, isStaff(viewer))),
      remember(keyOf('ranges', viewer, query), () => findRanges(db, query, isStaff(viewer))),
      pageTotal(viewer),
    ]);
    return toFilters(counts, ranges, totalResults, viewer.language);
  });

  serve(app, carAuction.makers, async ({ viewer }) => {
    const makers = await remember(keyOf('makers', viewer), () => findMakers(db, isStaff(viewer)));
    return makers.map((maker) => ({ value: maker, label: maker }));
  });

  serve(app, carAuction.models, async ({ query, viewer }) => {
    const models = await remember(keyOf('models', viewer, query.id), () => countModels(db, query.id, isStaff(viewer)));
    return models.map(({ model, lots }) => ({ value: model, label: model, counter: lots }));
  });

  serve(app, carAuction.viewLot, async ({ query, viewer }) => {
    const id = /^[1-9]\d{0,14}$/.test(query.id) ? Number(query.id) : null;
    const lot = id === null ? undefined : await findCarLot(db, id, viewer.userId);
    if (!viewer.permissions.carAuctionsView && !lot?.is_known_to_viewer) throw new Refused('Access.Denied');
    if (!lot || (lot.is_private && !isStaff(viewer) && !lot.is_known_to_viewer)) throw new NotFound();
    const [settings, limits] = await Promise.all([readSettings(db), findDailyLimits(db, viewer.userId)]);
    return toCarLot(lot, { viewer, settings, limits });
  });
}

const filterOf = ({ sort, order, page, pageSize, ...filter }: LotListing): LotFilter => filter;

const isUnfiltered = (filter: LotFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));
