const SPACE = '\u00a0';

/** `1 250 000 ¥` with spaces that never break. */
export const yenText = (amountYen: number | bigint): string => {
  const digits = String(amountYen < 0 ? -amountYen : amountYen).replaceAll(/\B(?=(\d{3})+$)/g, SPACE);
  return `${amountYen < 0 ? '−' : ''}${digits}${SPACE}¥`;
};

/** Returns `22.11.2026` in Russian, `22 Nov 2026` in English, for a day in Japan (YYYY-MM-DD). */
export const dayText = (day: string, language: 'en' | 'ru'): string =>
  new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    timeZone: 'UTC',
    day: '2-digit',
    month: language === 'ru' ? '2-digit' : 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
