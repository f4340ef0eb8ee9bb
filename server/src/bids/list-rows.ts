import type { BidList, BidRow } from '@seri/contract/bids/records.ts';
import { canSetStatus } from '@seri/contract/bids/statuses.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import { japanIso } from '../platform/japan-time.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { BidCounts, BidListFilter, BidListPage, BidListRow } from './list-queries.ts';
import { isRussian } from './texts.ts';

interface Reader {
  viewer: Viewer;
  settings: CompanySettingsValues;
}

/** A row as this viewer may see it: clients never learn a manager's name or anything of the agent (decisions D1.9 to D1.11, D4.31). */
function toBidRow(row: BidListRow, { viewer, settings }: Reader): BidRow {
  const staff = viewer.userType === 3;
  const label = isRussian(viewer) ? settings.managerLabel.ru : settings.managerLabel.en;
  return {
    bidId: row.bid_id,
    id: String(row.lot_id),
    lotNo: row.lot_no,
    lotType: row.vehicle,
    lotSource: row.lot_source,
    auctionDate: row.time_known ? japanIso(row.auction_at) : row.auction_day,
    auctionName: row.house_name,
    maker: row.maker,
    model: row.model,
    year: row.year,
    engine: row.engine_cc,
    chassis: row.chassis,
    grade: row.grade,
    color: row.color,
    condition: row.condition,
    gearbox: row.gearbox,
    mileage: row.mileage_km,
    equip: row.equip,
    startPrice: row.start_price_yen,
    soldPrice: row.sold_price_yen,
    bidDate: row.bid_at.toISOString(),
    status: row.lot_status,
    bidAmount: row.amount_yen,
    bidStatus: row.status,
    bidGroup: row.group_value,
    groupWaits: row.group_waits,
    ...(viewer.permissions.exportTypeShow ? { exportType: row.export_type } : {}),
    ...(viewer.permissions.adjustmentPriceShow ? { adjustmentPrice: row.adjustment_yen } : {}),
    ...(staff ? { autoBid: row.auto_bid, agentOrder: agentOrderOf(row) } : {}),
    invoiceAvailable: false,
    invoiceUrl: null,
    isRead: true,
    message: null,
    images: row.images,
    version: row.version,
    manager: staff ? row.manager_name && { name: row.manager_name } : { name: label },
    user: staff ? clientOf(row) : null,
    biddingDeadline: japanIso(row.bids_close_at),
    agentCutoff: japanIso(row.agent_cutoff_at),
    cancellationAllowed: mayCancel(row),
    archived: row.archived,
    notForwarded: row.not_forwarded,
  } as BidRow;
}

const mayCancel = (row: BidListRow) =>
  canSetStatus({
    actor: 'client',
    from: row.status,
    to: 4,
    now: row.now,
    lot: {
      source: row.lot_source,
      auctionAt: row.auction_at,
      bidsCloseAt: row.bids_close_at,
      cancelUntil: row.cancel_until,
    },
    archived: row.archived,
  });

const agentOrderOf = ({ order_state }: BidListRow) => order_state as BidRow['agentOrder'];

const clientOf = ({ client }: BidListRow) => ({
  name: client.name,
  company: client.company,
  clientId: `C-${String(client.id).padStart(4, '0')}`,
  jasClientId: client.id,
  userLevel: client.roleId,
  createdAt: client.createdOn,
  lastLogin: client.lastLoginAt && new Date(client.lastLoginAt).toISOString(),
  creditLimit: client.creditLimitYen,
  balance: client.balanceYen,
  country: client.countryId,
  note: client.note,
  carDealer: client.dealer,
});

/** Tabs in their fixed order, counted under every filter except the status (decisions D4.10). */
export function toBidList(
  rows: readonly BidListRow[],
  counts: BidCounts,
  f: BidListFilter,
  { page, pageSize }: BidListPage,
  reader: Reader,
): BidList {
  const statuses = f.list === 'active' ? [1, 2, 3, 4, 5, 6] : [4, 5, 6, 7];
  const countOf = (status: number) => counts.byStatus.get(status) ?? 0;
  const all = [...counts.byStatus.values()].reduce((sum, count) => sum + count, 0);
  const withArchive = f.list === 'active' && reader.viewer.userType === 3;
  return {
    cars: rows.map((row) => toBidRow(row, reader)),
    counters: [
      { status: 'All', count: all },
      ...statuses.map((status) => ({ status, count: countOf(status) })),
      ...(withArchive ? [{ status: 'Archive' as const, count: counts.archive }] : []),
    ],
    totalBids: counts.total,
    pageInfo: {
      page,
      pageSize,
      totalSearchResults: f.status === undefined ? all : countOf(f.status),
      totalResults: counts.total,
    },
  };
}
