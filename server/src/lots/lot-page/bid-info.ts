import { negotiationFor } from '@seri/contract/bids/negotiation.ts';
import { acceptsBids, isAuctionFinished } from '@seri/contract/bids/rules.ts';
import { canSetStatus } from '@seri/contract/bids/statuses.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BidInfo } from '@seri/contract/lots/records.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { rowPriceOf } from '../core/listing-records.ts';
import type { FullLot } from '../core/queries.ts';

/** The reader of a lot, with the page and the reader's rights on it. */
export interface Reader {
  pageType: PageType;
  currentUser: CurrentUser;
  settings: CompanySettingsValues;
  limits: { bids_left: number; uss_left: number; last_export_type?: number | null };
}

export function toBidInfo(lot: FullLot, { pageType, currentUser, settings, limits }: Reader): BidInfo {
  const { permissions } = currentUser;
  const instants = {
    source: lot.lot_source,
    status: lot.status,
    auctionAt: lot.auction_at,
    bidsCloseAt: lot.bids_close_at,
    cancelUntil: lot.cancel_until,
  };
  const { own_status: status, now } = lot;
  const isLive = status === 1 || status === 2;
  // Fixed-price orders have no group or export type, and are open until one is accepted
  // (business-rules.md#fixed-price).
  const isStock = lot.lot_source === 'stock';
  const isFinished = isAuctionFinished(instants, now) || lot.is_taken;
  const takesBids = isStock ? lot.start_price_yen !== null : acceptsBids(instants, now, permissions.bidDeadlineCheck);
  const overbidYen = Math.min(lot.house_overbid_yen ?? settings.overbidAmount, settings.overbidAmount);
  return {
    bidGroupShow: !isStock,
    exportTypeShow: permissions.exportTypeShow && !isStock,
    exportTypeOptional: permissions.exportTypeOptional || isStock,
    ...(permissions.exportTypeShow && limits.last_export_type ? { lastExportType: limits.last_export_type } : {}),
    startPrice: lot.start_price_yen,
    averagePrice: lot.average_price_yen,
    ...rowPriceOf(lot),
    soldPrice: lot.sold_price_yen,
    // Raising an own bid does not count against the daily limit (business-rules.md#daily-bid-limit).
    bidLimitReached: permissions.dailyBidLimitCheck && limits.bids_left === 0 && !isLive,
    acceptBid: !isSalesPage(pageType) && !isFinished && takesBids,
    auctionFinished: isFinished,
    biddingDeadline: japanIso(lot.bids_close_at),
    cancelDeadlineHour: lot.house_cancel_hours ?? settings.cancelHours,
    bidAdjustmentPrice: isStock ? 0 : overbidYen,
    myBid: lot.own_bid_id !== null,
    jasId: lot.own_bid_id,
    myBidAmount: lot.own_amount_yen,
    myBidDate: lot.own_bid_at?.toISOString() ?? null,
    bidStatusId: status,
    myBidGroup: lot.own_group,
    groupWaits: lot.own_waits ?? false,
    negotiation: negotiationFor(lot.own_negotiation, false),
    cancellationAllowed:
      status !== null && canSetStatus({ actor: 'client', from: status, to: 4, now, lot: instants, archived: false }),
    cancelUntil: japanIso(isStock ? lot.auction_at : lot.cancel_until),
    feesYen: lot.haulage_yen + settings.agentFeeYen,
  };
}
