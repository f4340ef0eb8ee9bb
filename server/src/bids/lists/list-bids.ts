import type { BidHistoryQuery, BidIndexQuery, DealerBidsQuery, ListName } from '@seri/contract/bids/list-routes.ts';
import type { BidList } from '@seri/contract/bids/records.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database } from '../../platform/db/db.ts';
import type { BidListFilter } from './list-conditions-queries.ts';
import { countBids } from './list-count-queries.ts';
import { findBidIds, findBidRows } from './list-queries.ts';
import { toBidList, toQueuePart } from './list-rows.ts';
import { isStaff, scopeOf } from './list-scope.ts';
import { countQueue, findQueueIds } from './queue-queries.ts';

type Filters = Omit<BidIndexQuery & BidHistoryQuery & DealerBidsQuery, 'page' | 'pageSize' | 'sort' | 'order'>;
type Paging = Pick<BidIndexQuery, 'page' | 'pageSize' | 'sort' | 'order'>;

/** The filter of a list. The reader's account alone decides the scope, never the query. Throws Access.Denied. */
export function filterOf(currentUser: CurrentUser, list: ListName, query: Partial<Filters>): BidListFilter {
  const scope = scopeOf(currentUser, list, query.bidType);
  const namesClients = scope.kind === 'everybody' || (scope.kind === 'dealer' && scope.bidType !== 'mine');
  const { archiveStatus = [], bidStatus = [] } = query;
  return {
    list: list === 'history' ? 'archive' : 'active',
    scope,
    statuses: archiveStatus.length > 0 ? archiveStatus : bidStatus,
    user: namesClients ? (query.user ?? []) : [],
    managerId: query.mine && scope.kind === 'everybody' ? currentUser.userId : null,
    lotNo: query.lotNo,
    auctionDate: query.auctionDate ?? [],
    auctionDateFrom: query.auctionDateFrom,
    auctionDateTo: query.auctionDateTo,
    auction: query.auction ?? [],
    chassisId: query.chassisId ?? [],
    condition: query.condition ?? [],
    mileage: query.mileage ?? [],
    bidGroups: query.bidGroups ?? [],
    lotStatus: query.status ?? [],
  };
}

/** A page of bids with its tabs. */
export async function listBids(
  { db }: Database,
  currentUser: CurrentUser,
  list: ListName,
  query: Partial<Filters> & Paging,
): Promise<BidList> {
  const filter = filterOf(currentUser, list, query);
  const range = { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
  const isQueue = list === 'index' && query.sort === undefined;
  const ids = isQueue ? findQueueIds(db, filter, range) : findBidIds(db, filter, query, range);
  const [rows, counts, queue, settings] = await Promise.all([
    ids.then((found) => findBidRows(db, found, filter.list)),
    countBids(db, filter, isStaff(currentUser)),
    isQueue ? countQueue(db, filter) : null,
    readSettings(db),
  ]);
  const answer = {
    ...toBidList(rows, counts, filter, query, { currentUser, settings }),
    ...(queue ? { queue: queue.map(toQueuePart) } : {}),
  };
  return list === 'dealer' ? { ...answer, totalBids: undefined } : answer;
}
