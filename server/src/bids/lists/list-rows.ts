import { lotStateOfBid } from '@seri/contract/bids/lot-of-bid.ts';
import { negotiationFor } from '@seri/contract/bids/negotiation.ts';
import type { BidList, BidRow, QueuePart } from '@seri/contract/bids/records.ts';
import { canSetStatus } from '@seri/contract/bids/statuses.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { photoAddressesOf } from '@seri/contract/photos/names.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { clientCode } from '../../platform/client-code.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { freeYen } from '../core/bid-facts.ts';
import { isRussian } from '../core/texts.ts';
import { type BidListFilter, LIST_STATUSES } from './list-conditions-queries.ts';
import type { BidCounts } from './list-count-queries.ts';
import type { BidListRow } from './list-queries.ts';
import { isStaff } from './list-scope.ts';
import type { QueueCount } from './queue-queries.ts';

interface Reader {
  currentUser: CurrentUser;
  settings: CompanySettingsValues;
}

/** The range of a lot or why it has none, and the chance that the bid had when its amount was set. */
function priceFields(row: BidListRow): Pick<BidRow, 'price' | 'priceSales' | 'winChance'> {
  const { average_price_yen: middleYen, price_low_yen: lowYen, price_high_yen: highYen, win_chance } = row;
  return {
    ...(middleYen === null || lowYen === null || highYen === null
      ? row.average_sales !== null && { priceSales: row.average_sales }
      : { price: { lowYen, middleYen, highYen } }),
    ...(win_chance === null ? {} : { winChance: win_chance }),
  };
}

/** A row as this reader may see it: clients never see a manager's name or anything about the agent (business-rules.md#manager-names). */
export function toBidRow(row: BidListRow, { currentUser, settings }: Reader): BidRow {
  const staff = isStaff(currentUser);
  const isOwn = row.client.id === currentUser.userId;
  const label = isRussian(currentUser) ? settings.managerLabel.ru : settings.managerLabel.en;
  return {
    bidId: row.bid_id,
    id: String(row.lot_id),
    lotNo: row.lot_no,
    lotType: row.vehicle,
    lotSource: row.lot_source,
    auctionDate: auctionDateOf(row),
    auctionName: row.house_name,
    maker: row.maker,
    model: row.model,
    year: row.year,
    engine: row.displacement_cc,
    chassis: row.chassis,
    grade: row.grade,
    color: row.color,
    condition: row.condition,
    gearbox: row.gearbox,
    mileage: row.mileage_km,
    ...markField(row.mileage_mark),
    equip: row.equip,
    startPrice: row.start_price_yen,
    ...priceFields(row),
    soldPrice: row.sold_price_yen,
    bidDate: row.bid_at.toISOString(),
    status: row.lot_status,
    state: lotStateOfBid(
      {
        ...{ lotSource: row.lot_source, bidStatus: row.status, status: row.lot_status },
        ...{ auctionDate: auctionDateOf(row), biddingDeadline: japanIso(row.bids_close_at) },
      },
      row.now.getTime(),
      currentUser.permissions.bidDeadlineCheck,
    ),
    bidAmount: row.amount_yen,
    bidStatus: row.status,
    bidGroup: row.group_value,
    groupWaits: row.group_waits,
    negotiation: negotiationFor(row.negotiation, staff),
    ...(currentUser.permissions.exportTypeShow ? { exportType: row.export_type } : {}),
    ...(currentUser.permissions.adjustmentPriceShow ? { adjustmentPrice: row.adjustment_yen } : {}),
    ...(staff
      ? {
          autoBid: row.auto_bid,
          ...(row.import_accepted === null ? {} : { importAccepted: row.import_accepted }),
          agentOrder: agentOrderOf(row),
          rivals: row.lot_source === 'auction' && row.rivals && row.rivals.bids > 1 ? row.rivals : null,
          shortYen: shortYenOf(row),
          ...(row.sheet_differs === null ? {} : { sheetDiffers: row.sheet_differs }),
        }
      : {}),
    ...invoiceOf(row, currentUser),
    ...chatOf(row, currentUser),
    images: photoAddressesOf(row.images),
    version: row.version,
    manager: staff ? row.manager_name && { name: row.manager_name } : { name: label },
    user: staff
      ? clientOf(row, settings)
      : isOwn
        ? null
        : { name: row.client.name, clientId: clientCode(row.client.id) },
    biddingDeadline: japanIso(row.bids_close_at),
    agentCutoff: japanIso(row.agent_cutoff_at),
    cancellationAllowed: (staff || isOwn) && mayCancel(row),
    archived: row.archived,
    notForwarded: row.not_forwarded,
  } as BidRow;
}

const auctionDateOf = (row: Pick<BidListRow, 'time_known' | 'auction_at' | 'auction_day'>) =>
  row.time_known ? japanIso(row.auction_at) : row.auction_day;

/** Only the buyer and staff get the invoice; a dealer sees the client's bid, not the invoice. */
function invoiceOf({ purchase_id, client }: BidListRow, currentUser: CurrentUser) {
  const mayOpen = currentUser.permissions.downloadInvoice && (isStaff(currentUser) || client.id === currentUser.userId);
  const invoiceUrl = mayOpen && purchase_id !== null ? `/v1/payments/invoice?id=P${purchase_id}` : null;
  return { invoiceAvailable: invoiceUrl !== null, invoiceUrl };
}

/** A dealer sees the chats of their clients, but has no unread messages in them. */
function chatOf({ chat, client }: BidListRow, currentUser: CurrentUser) {
  const ownUnread = client.id === currentUser.userId ? chat?.unreadByClient : 0;
  const unreadMessages = (isStaff(currentUser) ? chat?.unreadByStaff : ownUnread) ?? 0;
  return { isRead: unreadMessages === 0, unreadMessages, message: chat?.message ?? null };
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

/** Without a limit a client is never short. */
const shortYenOf = ({ client }: BidListRow) =>
  !client.creditLimitCheck || client.creditLimitYen === UNLIMITED
    ? 0
    : Math.max(0, client.exposureYen - client.balanceYen - client.creditLimitYen);

const agentOrderOf = ({ order_state }: BidListRow) => order_state as BidRow['agentOrder'];

const clientOf = (row: BidListRow, { overbidAmount }: CompanySettingsValues) => ({
  name: row.client.name,
  company: row.client.company,
  clientId: clientCode(row.client.id),
  jasClientId: row.client.id,
  userLevel: row.client.roleId,
  createdAt: row.client.createdOn,
  lastLogin: row.client.lastLoginAt && new Date(row.client.lastLoginAt).toISOString(),
  creditLimit: row.client.creditLimitYen,
  balance: row.client.balanceYen,
  bidAllow: freeYen(row.client, overbidAmount),
  country: row.client.countryId,
  note: row.client.note,
  carDealer: row.client.dealer,
});

/** Tabs in their fixed order, counted under every filter except the status (business-rules.md#status-tabs). */
export function tabsOf(counts: BidCounts, { list }: BidListFilter, currentUser: CurrentUser): BidList['counters'] {
  const withArchive = list === 'active' && isStaff(currentUser);
  return [
    { status: 'All', count: sumOf([...counts.byStatus.values()]) },
    ...LIST_STATUSES[list].map((status) => ({ status, count: counts.byStatus.get(status) ?? 0 })),
    ...(withArchive ? [{ status: 'Archive' as const, count: counts.archive }] : []),
  ];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** A part of the work queue as on the wire. */
export const toQueuePart = ({ kind, hour, first_cutoff, counts }: QueueCount): QueuePart => ({
  kind,
  hour: hour?.toISOString() ?? null,
  firstCutoff: first_cutoff?.toISOString() ?? null,
  counters: Object.entries(counts).map(([status, count]) => ({ status: Number(status), count })),
});

export function toBidList(
  rows: readonly BidListRow[],
  counts: BidCounts,
  f: BidListFilter,
  { page, pageSize }: { page: number; pageSize: number },
  reader: Reader,
): BidList {
  const shown = f.statuses.length === 0 ? [...counts.byStatus.keys()] : f.statuses;
  return {
    cars: rows.map((row) => toBidRow(row, reader)),
    counters: tabsOf(counts, f, reader.currentUser),
    totalBids: counts.total,
    pageInfo: {
      page,
      pageSize,
      totalSearchResults: sumOf([...new Set(shown)].map((status) => counts.byStatus.get(status) ?? 0)),
      totalResults: counts.total,
    },
  };
}
