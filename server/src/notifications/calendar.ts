import type { CalendarBid } from './calendar-queries.ts';

interface CalendarOptions {
  isRussian: boolean;
  company: string;
  /** Origin of the portal, for links. */
  origin: string;
  now: Date;
}

const MINUTE_MS = 60_000;
/** Approximate duration of a lot. */
const LOT_MINUTES = 10;
const LINE_OCTETS = 75;

const TEXTS = {
  en: {
    name: (company: string) => `${company}: my bids`,
    lot: (title: string, lotNo: number) => `${title}, lot ${lotNo}`,
    about: (amount: string, closes: string) => `Your bid: ${amount} ¥. Bidding closes ${closes}, Japan time.`,
    alarm: 'Bidding closes in half an hour',
  },
  ru: {
    name: (company: string) => `${company}: мои ставки`,
    lot: (title: string, lotNo: number) => `${title}, лот ${lotNo}`,
    about: (amount: string, closes: string) => `Ваша ставка: ${amount} ¥. Приём ставок до ${closes} по Японии.`,
    alarm: 'Приём ставок закончится через полчаса',
  },
};

/** The auction times of a user's bids as an iCalendar file (RFC 5545). */
export function writeCalendar(
  bids: readonly CalendarBid[],
  { isRussian, company, origin, now }: CalendarOptions,
): string {
  const texts = isRussian ? TEXTS.ru : TEXTS.en;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(company)}//Bids//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(texts.name(company))}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...bids.flatMap((bid) => [
      'BEGIN:VEVENT',
      `UID:bid-${bid.bidId}@${new URL(origin).hostname}`,
      `DTSTAMP:${utc(now)}`,
      `LAST-MODIFIED:${utc(bid.changedAt)}`,
      ...whenOf(bid),
      `SUMMARY:${escapeText(texts.lot(bid.title, bid.lotNo))}`,
      `LOCATION:${escapeText(bid.house)}`,
      `DESCRIPTION:${escapeText(texts.about(grouped(bid.amountYen), closingIn(bid.bidsCloseAt)))}`,
      `URL:${origin}/${bid.vehicle === 'car' ? 'car-auction' : 'bike-auctions'}/${bid.lotId}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(texts.alarm)}`,
      `TRIGGER;VALUE=DATE-TIME:${utc(new Date(bid.bidsCloseAt.getTime() - 30 * MINUTE_MS))}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** Start and duration; the whole day in Japan if the time is not known. */
const whenOf = ({ timeKnown, auctionAt, day }: CalendarBid): string[] =>
  timeKnown
    ? [`DTSTART:${utc(auctionAt)}`, `DURATION:PT${LOT_MINUTES}M`]
    : [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`];

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const grouped = (yen: number): string => String(yen).replaceAll(/\B(?=(\d{3})+$)/g, ' ');

const closingIn = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Tokyo',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');

/** Folds a line to at most 75 octets without splitting a character. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += sign;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
