import { URGENT } from '@seri/contract/channels/channels.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { japanDateTime, japanDayText } from '../platform/i18n/japan-time.ts';
import type { NoticeFacts } from './facts-queries.ts';
import type { NoticeTexts } from './notice-texts.ts';
import type { Message } from './send/outcome.ts';
import { english } from './texts-en.ts';
import { russian } from './texts-ru.ts';

interface Parts {
  notices: NoticeFacts[];
  /** Confirms an address; the message then has no notice. */
  code: string | null;
  /** `LANGUAGE.ru` is Russian, everything else English. */
  language: number | null;
  publicUrl: string;
  /** Names cars and amounts. */
  isDetailed: boolean;
  tag: string;
}

const MAX_LINES = 10;

export const noticeTexts = (language: number | null): NoticeTexts => (language === LANGUAGE.ru ? russian : english);

/** Composes the message about one or several events in the reader's language; null if all of them are gone. */
export function composeMessage({ notices, code, language, publicUrl, isDetailed, tag }: Parts): Message | null {
  const texts = noticeTexts(language);
  const buttons = { open: texts.open, mute: texts.mute, tag };
  if (code !== null)
    return {
      ...buttons,
      title: texts.code.title,
      lines: [texts.code.line(code)],
      url: `${publicUrl}/notifications/settings`,
      isUrgent: true,
    };
  const [first] = notices;
  if (!first) return null;
  const isUrgent = notices.some(({ kind }) => URGENT.includes(kind));
  if (notices.length === 1) {
    const { title, lines } = noticeWords(first, texts);
    const shown = isDetailed && lines.length > 0 ? lines : [texts.discreet];
    return { ...buttons, title, lines: shown, url: publicUrl + pathOf(first), isUrgent };
  }
  const lines = notices.map((notice) => {
    const { title, lines: details } = noticeWords(notice, texts);
    return isDetailed ? [title, ...details].join(' · ') : title;
  });
  const rest = lines.length - MAX_LINES;
  return {
    ...buttons,
    title: texts.several(notices.length),
    lines: [...new Set(lines.slice(0, MAX_LINES)), ...(rest > 0 ? [`+${rest}`] : [])],
    url: `${publicUrl}/notifications`,
    isUrgent,
  };
}

/** Title and lines of one event, with names and amounts in the lines only. */
export function noticeWords(facts: NoticeFacts, texts: NoticeTexts): { title: string; lines: string[] } {
  const moment = (iso: string) => `${japanDateTime(new Date(iso), texts.locale)} (${texts.japanTime})`;
  const day = (isoDay: string) => japanDayText(new Date(`${isoDay}T00:00:00+09:00`), texts.locale);
  const detail = texts.detail({ facts, yen, moment, day });
  const { lot } = facts;
  return {
    title: texts.titles[facts.kind] ?? texts.otherTitle,
    lines: [
      ...(lot ? [oneLine([lot.year, lot.name].filter(Boolean).join(' '))] : []),
      ...(detail ? [oneLine(detail)] : []),
      ...(lot ? [oneLine(texts.lot(lot.lotNo, lot.house))] : []),
    ],
  };
}

/** Path of the page that an event is about. */
export function pathOf({ kind, isStaff, data, lot, search }: NoticeFacts): string {
  if (kind === 'deposit_booked') return '/payments';
  if (kind === 'new_lots' && search)
    return `/${PAGE_RULES[search.pageType as PageType]?.path ?? 'car-auction'}?${search.params}`;
  if (data.purchaseId !== undefined) return `/purchased-cars/P${data.purchaseId}`;
  if (!lot) return '/notifications';
  if (['chat_message', 'urgent_bid', 'order_failed'].includes(kind))
    return `${isStaff ? '/bid-manager' : '/bids'}?lotNo=${lot.lotNo}`;
  return lotPath(lot);
}

/** Path of a lot on the page of upcoming lots, which also shows past ones. */
export function lotPath({ id, vehicle, lotSource }: { id: number; vehicle: string; lotSource: string }): string {
  const page = PAGE_TYPES.find((type) => {
    const rule = PAGE_RULES[type];
    return rule.vehicle === vehicle && rule.source === lotSource && rule.time === 'coming';
  });
  return `/${PAGE_RULES[page ?? 'car-auction'].path}/${id}`;
}

/** Removes line breaks and invisible characters, which could fake other lines of a message. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 300);

export const yen = (amount: number): string => `${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')}\u00a0¥`;
