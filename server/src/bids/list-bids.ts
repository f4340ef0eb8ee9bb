import type { BidHistoryQuery, BidIndexQuery } from '@seri/contract/bids/routes.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db.ts';
import type { Viewer } from '../platform/viewer.ts';
import { type BidListFilter, countBids, findBids } from './list-queries.ts';
import { toBidList } from './list-rows.ts';

type Query = Omit<BidIndexQuery, 'user'> & Partial<Pick<BidHistoryQuery, 'user' | 'archiveStatus'>>;

/** A page of bids with its tabs: managers see those of all clients, everybody else only his own. */
export async function listBids({ db }: Database, viewer: Viewer, list: BidListFilter['list'], query: Query) {
  const staff = viewer.userType === 3;
  const filter: BidListFilter = {
    list,
    own: staff ? null : viewer.userId,
    user: staff ? (query.user ?? []) : [],
    status: query.archiveStatus ?? query.bidStatus,
    lotNo: query.lotNo,
    auctionDate: query.auctionDate,
    auction: query.auction,
  };
  const [rows, counts, settings] = await Promise.all([
    findBids(db, filter, { sort: query.sort, order: query.order, page: query.page, pageSize: query.pageSize }),
    countBids(db, filter),
    readSettings(db),
  ]);
  return toBidList(rows, counts, filter, { ...query, sort: query.sort, order: query.order }, { viewer, settings });
}
