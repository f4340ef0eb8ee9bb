import { DOOR_VERDICTS, isProhibited } from '@seri/contract/costs/verdicts.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { SendMailOptions } from 'nodemailer';
import type { Brand, Logo } from '../platform/brand.ts';
import type { Mail, MailKind, ShippingDays } from '../platform/mail-outbox.ts';
import { oneLine } from './templates/clean-text.ts';
import { deviceOf } from './templates/device-words.ts';
import { type EmailTemplate, LOGO_CID, renderHtml, renderText } from './templates/render-email.ts';
import type { BidWords, Finds, MailTexts, Paragraph, Words } from './templates/texts.ts';
import { english } from './templates/texts-en.ts';
import { russian } from './templates/texts-ru.ts';

/** Text values of a mail about a bid and its lot. */
export interface BidFacts {
  lotId: number;
  vehicle: string;
  lotSource: string;
  year: number | null;
  maker: string;
  model: string;
  grade: string;
  lotNo: number;
  house: string;
  auctionAt: Date;
  timeKnown: boolean;
  amountYen: number;
  soldPriceYen: number | null;
  finishReason: string | null;
}

/** Lots found by a saved search for one mail. */
export interface SearchFinds {
  title: string;
  pageType: PageType;
  params: string;
  /** Number of lots found; the mail names only the first ones. */
  total: number;
  lots: FoundLot[];
}

export interface FoundLot {
  id: number;
  year: number | null;
  maker: string;
  model: string;
  grade: string;
  mileageKm: number | null;
  mileageMark: string | null;
  condition: string;
  startPriceYen: number | null;
  soldPriceYen: number | null;
  lotNo: number;
  house: string;
  auctionAt: Date;
  timeKnown: boolean;
  /** The start price is below what 8 of 10 like it sell for; null without a range or a start price. */
  startsBelowRange: boolean | null;
  /** Total at the door that the reader chose; null without one, and while it is unknown. */
  doorLeastYen: number | null;
  doorMostYen: number | null;
  /** Position in DOOR_VERDICTS. */
  doorVerdict: number | null;
}

export interface MailFacts {
  mail: Mail;
  /** Instant of the event. */
  createdAt: Date;
  /** `LANGUAGE.ru` is Russian, everything else English. */
  language: number | null;
  fullName: string;
  brand: Brand;
  /** Origin of the portal, without a trailing slash. */
  publicUrl: string;
  /** For mails with a personal link. */
  link: { token: string; until: Date } | null;
  /** For mails about a bid. */
  bid: BidFacts | null;
  /** For mails about new lots; at least one search with at least one lot. */
  finds: SearchFinds[];
}

export interface Message {
  subject: string;
  text: string;
  html: string;
  attachments?: SendMailOptions['attachments'];
}

/** Emails that `bidEmailNotify` switches (business-rules.md#email-choice). */
const ABOUT_BIDS: readonly MailKind[] = [
  'bid_status',
  'bid_won',
  'bid_sold_price',
  'lot_withdrawn',
  'bid_not_forwarded',
  'negotiation_offer',
  'chat_message',
  'purchase_status',
  'shipping_dates',
];
export const isAboutBids = (kind: MailKind): boolean => ABOUT_BIDS.includes(kind);

// Mails to addresses of strangers omit the name: it could be an insult typed by someone else.
const TO_STRANGERS: readonly MailKind[] = ['verify_address', 'address_known'];

/** Composes a mail in the reader's language: subject, and the same text as plain text and HTML. */
export function composeMail(facts: MailFacts): Message {
  const { mail } = facts;
  const texts = facts.language === LANGUAGE.ru ? russian : english;
  const company = oneLine(facts.brand.name, 60);
  const words = wordsOf(facts, texts, company);
  const letter: EmailTemplate = {
    words,
    lang: texts.lang,
    brand: { ...facts.brand, company },
    greeting: TO_STRANGERS.includes(mail.kind) ? null : texts.greeting(oneLine(facts.fullName, 80)),
    url: addressOf(facts),
    orAddress: texts.orAddress,
    why: whyOf(facts, texts, company),
  };
  const message = { subject: oneLine(words.subject, 150), text: renderText(letter), html: renderHtml(letter) };
  return facts.brand.logo ? { ...message, attachments: [attached(facts.brand.logo)] } : message;
}

/** Attached, because a remote picture would reveal who reads the mail, and most mail programs ask first. */
const attached = ({ image }: Logo) => ({
  ...{ filename: 'logo.png', contentType: 'image/png', content: image },
  ...{ cid: LOGO_CID, contentDisposition: 'inline' as const },
});

function whyOf(facts: MailFacts, texts: MailTexts, company: string): Paragraph {
  const { mail, publicUrl } = facts;
  if (mail.kind === 'new_lots') return { text: texts.whySearches(company), url: listingOf(facts) };
  if (mail.kind === 'notices') return { text: texts.whyNotices(company), url: `${publicUrl}/notifications/settings` };
  if (isAboutBids(mail.kind)) return { text: texts.whyBids(company), url: `${publicUrl}/profile` };
  return TO_STRANGERS.includes(mail.kind) ? texts.whyAddress(company) : texts.whyAccount(company);
}

function wordsOf(facts: MailFacts, texts: MailTexts, company: string): Words {
  const { mail, createdAt, link, publicUrl } = facts;
  const places = { forgotPassword: `${publicUrl}/auth/forgot-password`, profile: `${publicUrl}/profile` };
  const at = japanMoment(createdAt, texts);
  switch (mail.kind) {
    case 'verify_address':
      return texts.verifyAddress(company, link ? japanMoment(link.until, texts) : '');
    case 'address_known':
      return texts.addressKnown(company, places);
    case 'reset_password':
      return texts.resetPassword(company, link ? japanMoment(link.until, texts) : '');
    case 'password_changed':
      return texts.passwordChanged(company, at);
    case 'second_factor_changed':
      return texts.secondFactor[mail.change](company, at);
    case 'new_device': {
      const { browser, system } = deviceOf(mail.userAgent);
      const sign = {
        device: texts.device(browser, system),
        address: oneLine(mail.address, 60),
        at: japanMoment(new Date(mail.at), texts),
      };
      return texts.newDevice(company, sign, places);
    }
    case 'bid_status':
      return texts.bidStatus(bidWords(facts, texts), mail.status);
    case 'bid_won':
      return texts.bidWon(bidWords(facts, texts));
    case 'bid_sold_price':
      return texts.bidSoldPrice(bidWords(facts, texts), yen(mail.soldPriceYen));
    case 'lot_withdrawn':
      return texts.lotWithdrawn(bidWords(facts, texts));
    case 'bid_not_forwarded':
      return texts.bidNotForwarded(bidWords(facts, texts));
    case 'negotiation_offer':
      return texts.negotiationOffer(bidWords(facts, texts), yen(mail.offerYen));
    case 'chat_message':
      return texts.chatMessage(bidWords(facts, texts));
    case 'deposit_booked':
      return texts.depositBooked(company, {
        ...{ amount: yen(mail.amountYen), balance: yen(mail.balanceYen), at },
        description: oneLine(mail.description),
      });
    case 'purchase_status':
      return texts.purchaseStatus(bidWords(facts, texts), mail.status);
    case 'shipping_dates':
      return texts.shippingDates(bidWords(facts, texts), {
        ...daysOf(mail, texts),
        before: daysOf(mail.before, texts),
      });
    case 'notices':
      return texts.notices(
        mail.items.map(({ title, lines, url }) => ({
          title: oneLine(title),
          lines: lines.map((line) => oneLine(line)),
          url,
        })),
      );
    case 'new_lots': {
      const found = facts.finds.reduce((sum, { total }) => sum + total, 0);
      const searches = facts.finds.map(({ title }) => oneLine(title));
      return { ...texts.newLots({ lots: found, searches }), finds: findsOf(facts, texts) };
    }
  }
}

function bidWords({ bid, createdAt }: MailFacts, texts: MailTexts): BidWords {
  if (!bid) throw new Error('a mail about a bid needs the bid');
  return {
    car: oneLine([bid.year, bid.maker, bid.model, bid.grade].filter(Boolean).join(' ')),
    lotNo: bid.lotNo,
    house: oneLine(bid.house, 60),
    auction: bid.timeKnown ? japanMoment(bid.auctionAt, texts) : japanDay(bid.auctionAt, texts),
    amount: yen(bid.amountYen),
    soldPrice: bid.soldPriceYen === null ? null : yen(bid.soldPriceYen),
    finishReason: bid.finishReason,
    at: japanMoment(createdAt, texts),
  };
}

const daysOf = ({ etd, eta }: ShippingDays, texts: MailTexts): ShippingDays => ({
  etd: etd && japanDay(new Date(`${etd}T00:00:00+09:00`), texts),
  eta: eta && japanDay(new Date(`${eta}T00:00:00+09:00`), texts),
});

function addressOf(facts: MailFacts): string {
  const { mail, publicUrl, link, bid } = facts;
  if (mail.kind === 'new_lots') return `${listingOf(facts)}?${facts.finds[0]?.params}`;
  if (mail.kind === 'verify_address') return `${publicUrl}/verify-email?token=${link?.token}`;
  if (mail.kind === 'reset_password') return `${publicUrl}/auth/change-password?token=${link?.token}`;
  if (mail.kind === 'address_known') return `${publicUrl}/auth/login`;
  if (mail.kind === 'deposit_booked') return `${publicUrl}/payments`;
  if (mail.kind === 'notices') return mail.items[0]?.url ?? `${publicUrl}/notifications`;
  if (!bid) return `${publicUrl}/auth/forgot-password`;
  if ('purchaseId' in mail) return `${publicUrl}/purchased-cars/P${mail.purchaseId}`;
  const list = bid.lotSource === 'stock' ? 'oneprice' : bid.vehicle === 'bike' ? 'bike-auctions' : 'car-auction';
  const lot = `${publicUrl}/${list}/${bid.lotId}`;
  return mail.kind === 'chat_message' ? `${lot}?chat=${mail.bidId}` : lot;
}

/** The listing of the first search. */
const listingOf = ({ publicUrl, finds }: MailFacts): string =>
  `${publicUrl}/${PAGE_RULES[finds[0]?.pageType ?? 'car-auction'].path}`;

const findsOf = ({ finds, publicUrl }: MailFacts, texts: MailTexts): Finds[] =>
  finds.map(({ title, pageType, params, total, lots }) => {
    const listing = `${publicUrl}/${PAGE_RULES[pageType].path}`;
    return {
      title: oneLine(title),
      url: `${listing}?${params}`,
      lots: lots.map((lot) => ({
        name: oneLine([lot.year, lot.maker, lot.model, lot.grade].filter(Boolean).join(' ')),
        note: texts.foundLot({
          mileage: lot.mileageKm === null ? null : grouped(lot.mileageKm),
          mileageMark: markField(lot.mileageMark).mileageMark ?? null,
          condition: lot.condition || null,
          startPrice: lot.startPriceYen === null ? null : yen(lot.startPriceYen),
          soldPrice: lot.soldPriceYen === null ? null : yen(lot.soldPriceYen),
          lotNo: lot.lotNo,
          house: oneLine(lot.house, 60),
          auction: lot.timeKnown ? japanMoment(lot.auctionAt, texts) : japanDay(lot.auctionAt, texts),
          startsBelowRange: lot.startsBelowRange === true,
          ...doorOf(lot),
        }),
        url: `${listing}/${lot.id}`,
      })),
      more: total > lots.length ? texts.moreLots(total - lots.length) : null,
    };
  });

/** No total is named where the vehicle may not be imported. */
function doorOf({ doorLeastYen, doorMostYen, doorVerdict }: FoundLot) {
  if (isProhibited(DOOR_VERDICTS[doorVerdict ?? -1])) return { door: null, isForbidden: true };
  if (doorLeastYen === null) return { door: null, isForbidden: false };
  const most = doorMostYen === null ? null : yen(doorMostYen);
  return { door: { least: yen(doorLeastYen), most: doorMostYen === doorLeastYen ? '' : most }, isForbidden: false };
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Tokyo' } as const;

const japanDay = (at: Date, { locale }: MailTexts): string => new Intl.DateTimeFormat(locale, DAY).format(at);

function japanMoment(at: Date, texts: MailTexts): string {
  const time = new Intl.DateTimeFormat(texts.locale, { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
  return `${japanDay(at, texts)}, ${time.format(at)} (${texts.japanTime})`;
}

const grouped = (amount: number): string => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
const yen = (amount: number): string => `${grouped(amount)}\u00a0¥`;
