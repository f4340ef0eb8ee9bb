import { language } from './i18n.ts';

/** Name of a month, 1 to 12, in the reader's language. */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1));
