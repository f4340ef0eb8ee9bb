/** The thin space of the decisions in its no-break form, so that no line ends between a number and its unit. */
export const THIN_SPACE = '\u202f';
const MINUS = '\u2212';

/** 1250000 -> `1 250 000` with thin spaces; a true minus sign before negative numbers. */
export function groupThousands(value: number): string {
  const digits = String(Math.abs(Math.trunc(value))).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return value < 0 ? `${MINUS}${digits}` : digits;
}

/** Digits of what a person typed or pasted, as a number; nothing typed is 0. */
export const numberOf = (text: string, maxDigits = 9): number => Number(text.replace(/\D/g, '').slice(0, maxDigits));
