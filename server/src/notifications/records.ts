import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { Notification } from '@seri/contract/notifications/routes.ts';
import { DOCUMENT_KINDS } from '@seri/contract/purchases/papers.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import type { NotificationRow } from './queries.ts';

export function toNotification({
  id,
  kind,
  created_at,
  is_read,
  data,
  bid,
  lot,
  search,
}: NotificationRow): Notification {
  return {
    id,
    kind: kind as Notification['kind'],
    at: created_at.toISOString(),
    isRead: is_read,
    lot: lot && {
      id: String(lot.id),
      pageType: pageOf(lot),
      lotNo: lot.lotNo,
      title: lot.title,
      auction: lot.house,
      auctionDate: lot.timeKnown ? japanIso(new Date(lot.auctionAt)) : lot.day,
      biddingDeadline: japanIso(new Date(lot.bidsCloseAt)),
      status: lot.status,
      soldPrice: lot.soldPriceYen,
    },
    bid: bid && { id: bid.id, amount: bid.amountYen, userId: bid.userId },
    bidStatus: data.status ?? null,
    amount: data.amountYen ?? null,
    purchase: purchaseOf(data),
    search: search && { ...search, pageType: search.pageType as PageType },
  };
}

function purchaseOf(data: NotificationRow['data']): Notification['purchase'] {
  if (data.purchaseId === undefined) return null;
  return {
    id: `P${data.purchaseId}`,
    status: data.purchaseStatus ?? null,
    etd: data.etd ?? null,
    eta: data.eta ?? null,
    paper: DOCUMENT_KINDS.find((kind) => kind === data.paper) ?? null,
  };
}

/** The page of upcoming lots, which also shows past ones. */
const pageOf = ({ vehicle, lotSource }: Pick<NonNullable<NotificationRow['lot']>, 'vehicle' | 'lotSource'>): PageType =>
  PAGE_TYPES.find((page) => {
    const rule = PAGE_RULES[page];
    return rule.vehicle === vehicle && rule.source === lotSource && rule.time === 'coming';
  }) ?? 'car-auction';
