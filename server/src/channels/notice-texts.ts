import type { NoticeFacts } from './facts-queries.ts';

/** Values of a notice, formatted for the reader's language. */
export interface NoticeWords {
  facts: NoticeFacts;
  yen: (amount: number) => string;
  /** An instant as day and time in Japan. */
  moment: (iso: string) => string;
  day: (isoDay: string) => string;
}

/** Texts of one language about an event: a title without names and amounts, and a line with them. */
export interface NoticeTexts {
  locale: string;
  titles: Record<string, string>;
  /** For events without a title of their own. */
  otherTitle: string;
  detail: (words: NoticeWords) => string | null;
  /** Line of a notice that names no details. */
  discreet: string;
  open: string;
  mute: string;
  lot: (lotNo: number, house: string) => string;
  /** Title of several notices in one message. */
  several: (count: number) => string;
  code: { title: string; line: (code: string) => string };
  japanTime: string;
}
