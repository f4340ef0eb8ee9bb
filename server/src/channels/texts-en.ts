import type { NoticeTexts } from './notice-texts.ts';

const BID: Record<number, string> = {
  1: 'Waiting for your manager',
  2: 'Accepted: the agent will bid',
  3: 'Declined by your manager',
  4: 'Cancelled',
  5: 'Finished',
};
const SHEET: Record<string, string> = {
  mileage: 'Mileage, km',
  overallGrade: 'Condition',
  firstRegistration: 'First registration',
  displacement: 'Engine, cc',
  lotNumber: 'Lot number',
  modelCode: 'Chassis code',
};
const PURCHASE = [
  'Processing',
  'Domestic transport',
  'Waiting for a ship',
  'Waiting for loading',
  'In transit',
  'Delivered',
  'Shipping cancelled',
  'Purchase cancelled',
  'Auction resale',
];

export const english: NoticeTexts = {
  locale: 'en-GB',
  titles: {
    bid_status: 'Your bid has a new status',
    bid_won: 'Your bid won',
    bid_finished: 'Your bid did not win',
    lot_withdrawn: 'A lot was withdrawn',
    bid_not_forwarded: 'Your bid did not reach the auction',
    negotiation_offer: 'The seller made an offer: please answer',
    chat_message: 'New chat message',
    new_lots: 'New lots for your saved search',
    deposit_booked: 'Your deposit has arrived',
    closing_soon: 'Bidding closes soon',
    lot_moved: 'An auction has a new time',
    urgent_bid: 'A bid needs a decision',
    order_failed: 'An order failed',
    purchase_status: 'Your purchase has a new status',
    shipping_dates: 'The sailing dates have changed',
    purchase_document: 'A new document for your purchase',
    favorite_sold: 'Your favorite was sold',
    estimate_result: 'How our estimate did',
    car_at_yard: 'Your car has arrived at the yard',
    lot_cheaper: 'A watched lot is cheaper',
    lot_relisted: 'A watched car is offered again',
    sheet_checked: 'Your manager checked a detail of your lot',
    vehicle_question: 'A client asks about a vehicle',
    vehicle_answered: 'Your manager answered your question',
  },
  otherTitle: 'News for you',
  detail: ({ facts: { kind, data, lot, search }, yen, moment, day }) => {
    switch (kind) {
      case 'bid_status':
        return BID[data.status ?? 0] ?? null;
      case 'bid_won':
        return lot?.soldPriceYen ? `Price: ${yen(lot.soldPriceYen)}` : null;
      case 'bid_finished':
        return lot?.soldPriceYen ? `Sold for ${yen(lot.soldPriceYen)}` : null;
      case 'favorite_sold':
        return lot?.soldPriceYen ? `Your favorite sold for ${yen(lot.soldPriceYen)}` : null;
      case 'negotiation_offer':
        return data.amountYen === undefined ? null : `Minimum price of the seller: ${yen(data.amountYen)}`;
      case 'deposit_booked':
        return data.amountYen === undefined ? null : `${yen(data.amountYen)} is on your balance`;
      case 'new_lots':
        return search && `${search.title}: ${search.lots} new`;
      case 'closing_soon':
        return lot && `Bidding closes ${moment(lot.bidsCloseAt)}`;
      case 'lot_moved':
        return lot && `New time: ${moment(lot.auctionAt)}`;
      case 'purchase_status':
        return PURCHASE[data.purchaseStatus ?? -1] ?? null;
      case 'shipping_dates':
        return `Departure ${data.etd ? day(data.etd) : 'unknown'}, arrival ${data.eta ? day(data.eta) : 'unknown'}`;
      case 'lot_cheaper':
        return data.newPriceYen === undefined
          ? null
          : data.oldPriceYen === undefined
            ? `Now ${yen(data.newPriceYen)}`
            : `${yen(data.oldPriceYen)} → ${yen(data.newPriceYen)}`;
      case 'sheet_checked':
        return data.sheetValue === undefined ? null : `${SHEET[data.sheetField ?? ''] ?? 'Value'}: ${data.sheetValue}`;
      case 'estimate_result':
        return data.lowYen === undefined || data.highYen === undefined || !lot?.soldPriceYen
          ? null
          : `We estimated ${yen(data.lowYen)} to ${yen(data.highYen)}; it sold for ${yen(lot.soldPriceYen)}`;
      default:
        return null;
    }
  },
  discreet: 'Open it to see the details.',
  open: 'Open',
  mute: 'Mute for 24 hours',
  lot: (lotNo, house) => `Lot ${lotNo}, ${house}`,
  several: (count) => `${count} notifications`,
  code: {
    title: 'Your code',
    line: (code) => `Enter ${code} on the portal. If you did not ask for it, ignore this message.`,
  },
  japanTime: 'Japan time',
};
