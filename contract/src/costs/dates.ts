/** Days are `YYYY-MM-DD`; arithmetic on them is in UTC, so that no time zone moves a day. */
const DAY_MS = 86_400_000;

/** The day so many days later, `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from the first to the second, negative if it is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Months since the year 0. */
export const monthIndex = (year: number, month: number): number => year * 12 + month - 1;
/** The month of a day, in months since the year 0. */
export const monthOfDay = (day: string): number => monthIndex(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

/** Whole months from a month to a day; the month is complete on `turnsOn`, its day of the month. Never negative. */
export const monthsUntil = (month: number, day: string, turnsOn: number): number =>
  Math.max(0, monthOfDay(day) - month - (Number(day.slice(8, 10)) < turnsOn ? 1 : 0));

/** Whether a rule is valid on a day; both of its dates are inclusive. */
export const isValidOn = (
  day: string,
  rule: { validFrom?: string | undefined; validTo?: string | undefined },
): boolean =>
  (rule.validFrom === undefined || day >= rule.validFrom) && (rule.validTo === undefined || day <= rule.validTo);
