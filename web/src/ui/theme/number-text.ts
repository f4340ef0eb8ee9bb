/** The no-break form of the thin space, so that no line ends between a number and its unit. */
export const THIN_SPACE = '\u202f';
const MINUS = '\u2212';

/** 1250000 -> `1 250 000` with thin spaces; a true minus sign before negative numbers. */
export function groupThousands(value: number): string {
  const digits = String(Math.abs(Math.trunc(value))).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return value < 0 ? `${MINUS}${digits}` : digits;
}

/** Digits of typed or pasted text, as a number; 0 without digits. */
export const numberOf = (text: string, maxDigits = 9): number => Number(text.replace(/\D/g, '').slice(0, maxDigits));
