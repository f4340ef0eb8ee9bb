import type { Notification } from '@seri/contract/notifications/routes.ts';
import type { LinkProps } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { cc, japanFullDate, japanFullTime, km, yen } from '../shell/i18n/format.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { parseSearch } from '../shell/search.ts';
import { clientNumber } from '../shell/session/session.ts';

/** Text of a notification, in one line. */
export function notificationText(
  { kind, lot, bid, bidStatus, amount, search, purchase, sheet, question }: Notification,
  isStaff: boolean,
): string {
  const client = bid ? clientNumber(bid.userId) : '';
  switch (kind) {
    case 'bid_status':
      return textOf(`notifications.bid_status.${bidStatus}`, 'notifications.bid_status', {
        status: textOf(`BidStatus.${bidStatus}`, 'LotStatus.4538'),
      });
    case 'bid_won':
      return lot?.soldPrice ? t('notifications.bid_won.at', { price: yen(lot.soldPrice) }) : t('notifications.bid_won');
    case 'bid_finished':
      return lot?.soldPrice
        ? t('notifications.bid_finished.at', { price: yen(lot.soldPrice) })
        : t('notifications.bid_finished');
    case 'chat_message':
      return isStaff ? t('notifications.chat_message.staff', { client }) : t('notifications.chat_message');
    case 'new_lots':
      return search
        ? t('notifications.new_lots', { count: search.lots, search: search.title })
        : t('notifications.new_lots.gone');
    case 'deposit_booked':
    case 'lot_cheaper':
    case 'negotiation_offer':
      return t(`notifications.${kind}`, { amount: yen(amount ?? 0) });
    case 'closing_soon':
      return t('notifications.closing_soon', { time: lot ? japanFullTime(lot.biddingDeadline) : '–' });
    case 'lot_moved':
      return t('notifications.lot_moved', { time: lot ? japanFullTime(lot.auctionDate) : '–' });
    case 'urgent_bid':
    case 'order_failed':
      return t(`notifications.${kind}`, { client });
    case 'purchase_status':
      return t('notifications.purchase_status', {
        status: textOf(`PurchaseStatus.${purchase?.status}`, 'PurchaseStatus.0'),
      });
    case 'shipping_dates':
      return t('notifications.shipping_dates', { etd: dayOf(purchase?.etd), eta: dayOf(purchase?.eta) });
    case 'purchase_document':
      return t('notifications.purchase_document', { paper: t(`purchases.paper.${purchase?.paper ?? 'other'}`) });
    case 'lot_withdrawn':
      return isStaff ? t('notifications.lot_withdrawn.staff', { client }) : t('notifications.lot_withdrawn');
    case 'favorite_sold':
      return lot?.soldPrice
        ? t('notifications.favorite_sold.at', { price: yen(lot.soldPrice) })
        : t('notifications.favorite_sold');
    case 'sheet_checked':
      return t('notifications.sheet_checked', { field: fieldName(sheet?.field), value: sheetValue(sheet) });
    case 'vehicle_question':
      return t('notifications.vehicle_question', {
        client: clientNumber(question?.clientId ?? 0),
        questions: (question?.facts ?? []).map(questionOf).join(' '),
      });
    case 'bid_not_forwarded':
    case 'estimate_result':
    case 'car_at_yard':
    case 'lot_relisted':
    case 'vehicle_answered':
      return t(`notifications.${kind}`);
  }
}

const questionOf = (fact: string): string => textOf(`costs.question.${fact}`, 'costs.rangeWhy');

const fieldName = (field: string | undefined): string => textOf(`sheets.field.${field}`, 'sheets.field.other');

function sheetValue(sheet: Notification['sheet']): string {
  if (sheet?.field === 'mileage') return km(Number(sheet.value));
  if (sheet?.field === 'displacement') return cc(Number(sheet.value));
  return sheet?.value ?? '–';
}

const dayOf = (day: string | null | undefined): string => (day ? japanFullDate(day) : '–');

const OF_BIDS: readonly Notification['kind'][] = ['chat_message', 'urgent_bid', 'order_failed'];

/** Link target of a notification; null if there is none any more. */
export function notificationLink({ kind, lot, search, purchase }: Notification, isStaff: boolean): LinkProps | null {
  if (kind === 'deposit_booked') return paths.payments();
  if (kind === 'new_lots')
    return search && ({ ...paths.listing(search.pageType), search: parseSearch(search.params) } as LinkProps);
  if (purchase) return paths.purchasedCar(purchase.id);
  if (!lot) return null;
  if (OF_BIDS.includes(kind))
    return {
      ...(isStaff ? paths.bidManager() : paths.myBids()),
      search: parseSearch(`lotNo=${lot.lotNo}`),
    } as LinkProps;
  return paths.lotOn(lot.pageType, lot.id);
}
