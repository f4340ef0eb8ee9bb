const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MAX_DIGITS = 8;

/** Adds dashes to typed digits, grouped 4-2-2 (business-rules.md#typed-dates). */
export function dayWithDashes(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, MAX_DIGITS);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-');
}

/** True for a day that exists: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
