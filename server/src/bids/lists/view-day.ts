import { canStillBuy, type DayBid, type DayLot, type DayView } from '@seri/contract/bids/day-routes.ts';
import { lotStateOfBid } from '@seri/contract/bids/lot-of-bid.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { clientCode } from '../../platform/client-code.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database } from '../../platform/db/db.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { type DayRow, findBidDays, findDayBids, MAX_DAY_BIDS } from './day-queries.ts';

/** An auction day in running order, for the managers on duty; by default today in Japan. */
export async function viewDay(
  { db }: Database,
  currentUser: CurrentUser,
  requestedDay: string | undefined,
): Promise<DayView> {
  const [{ today, days }, { wantedCars }] = await Promise.all([findBidDays(db), readSettings(db)]);
  const day = requestedDay ?? today;
  const rows = await findDayBids(db, day, wantedCars);
  const shown = rows.slice(0, MAX_DAY_BIDS);
  const houses = [...Map.groupBy(shown, (row) => row.house_name)].map(([name, ofHouse]) => ({
    name,
    lots: [...Map.groupBy(ofHouse, (row) => row.lot_id).values()].map((ofLot) => toLot(ofLot, currentUser)),
  }));
  return { day, days, houses, isCut: rows.length > shown.length };
}

function toLot(rows: readonly DayRow[], currentUser: CurrentUser): DayLot {
  const [lot] = rows as readonly [DayRow];
  const times = {
    auctionDate: lot.time_known ? japanIso(lot.auction_at) : lot.auction_day,
    biddingDeadline: japanIso(lot.bids_close_at),
    status: lot.lot_status,
  };
  return {
    ...times,
    id: String(lot.lot_id),
    lotNo: lot.lot_no,
    lotType: lot.vehicle,
    agentCutoff: japanIso(lot.agent_cutoff_at),
    state: lotStateOfBid(times, lot.now.getTime()),
    maker: lot.maker,
    model: lot.model,
    year: lot.year,
    bids: rows.map((row) => toBid(row, currentUser)),
  };
}

const toBid = (row: DayRow, { permissions }: CurrentUser): DayBid => ({
  bidId: row.bid_id,
  client: { name: row.client_name, clientId: clientCode(row.client_id) },
  bidAmount: row.amount_yen,
  ...(permissions.adjustmentPriceShow ? { adjustmentPrice: row.adjustment_yen } : {}),
  bidStatus: row.status,
  bidGroup: row.group_value,
  groupCars: row.group_cars,
  groupWins: row.group_wins,
  groupWaits: row.group_waits,
  mayStillBuy: canStillBuy({
    status: row.status,
    lot: { status: row.lot_status, agentCutoffAt: row.agent_cutoff_at },
    groupCars: row.group_cars,
    groupWins: row.group_wins,
    now: row.now,
  }),
  notForwarded: row.not_forwarded,
  agentOrder: row.order_state as DayBid['agentOrder'],
});
