import type { CalendarBid } from './calendar-queries.ts';

interface CalendarOptions {
  isRussian: boolean;
  company: string;
  /** Of the portal, for the links. */
  origin: string;
  now: Date;
}

const MINUTE_MS = 60_000;
/** How long a lot is sold for, roughly. */
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

/** The auction times of own bids, as RFC 5545 has a calendar. */
export function writeCalendar(
  bids: readonly CalendarBid[],
  { isRussian, company, origin, now }: CalendarOptions,
): string {
  const texts = isRussian ? TEXTS.ru : TEXTS.en;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(company)}//Bids//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(texts.name(company))}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...bids.flatMap((bid) => [
      'BEGIN:VEVENT',
      `UID:bid-${bid.bidId}@${new URL(origin).hostname}`,
      `DTSTAMP:${utc(now)}`,
      `LAST-MODIFIED:${utc(bid.changedAt)}`,
      ...whenOf(bid),
      `SUMMARY:${escaped(texts.lot(bid.title, bid.lotNo))}`,
      `LOCATION:${escaped(bid.house)}`,
      `DESCRIPTION:${escaped(texts.about(grouped(bid.amountYen), closingIn(bid.bidsCloseAt)))}`,
      `URL:${origin}/${bid.vehicle === 'car' ? 'car-auction' : 'bike-auctions'}/${bid.lotId}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(texts.alarm)}`,
      `TRIGGER;VALUE=DATE-TIME:${utc(new Date(bid.bidsCloseAt.getTime() - 30 * MINUTE_MS))}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Of a lot whose hour is not known: the whole day in Japan. */
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

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');

/** No line is longer than 75 octets, and none breaks within a sign. */
function folded(line: string): string {
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
