const MASKED_DIGITS = 11;
/** Russian numbers start with 7 abroad and with 8 at home. Mobile numbers are often typed without either. */
const COUNTRY = '7';

/**
 * Formats a typed or pasted number as `+N (NNN) NNN-NN-NN`. Leaves a number with more digits than the mask unchanged: a
 * truncated number would belong to another person.
 */
export function maskPhone(text: string): string {
  const digits = digitsOf(text);
  if (digits === '') return text.trim().startsWith('+') ? '+' : '';
  if (digits.length > MASKED_DIGITS) return `+${digits}`;
  const [country, area, first, second, third] = [
    digits.slice(0, 1),
    digits.slice(1, 4),
    digits.slice(4, 7),
    digits.slice(7, 9),
    digits.slice(9),
  ];
  let masked = `+${country}`;
  if (area) masked += ` (${area}`;
  if (first) masked += `) ${first}`;
  if (second) masked += `-${second}`;
  if (third) masked += `-${third}`;
  return masked;
}

function digitsOf(text: string): string {
  const international = text.trim().replace(/^00(?=[1-9])/, '+');
  // The zero in brackets is not dialled from abroad.
  if (international.startsWith('+')) return international.replace('(0)', '').replace(/\D/g, '');
  const digits = text.replace(/\D/g, '');
  if (digits.startsWith('8')) return COUNTRY + digits.slice(1);
  return digits.startsWith('9') ? COUNTRY + digits : digits;
}

/** Caret position in the masked text that keeps the same number of digits after it. */
export function caretFromEnd(masked: string, digitsAfter: number): number {
  let seen = 0;
  for (let index = masked.length; index > 0; index--) {
    if (seen === digitsAfter) return index;
    if (/\d/.test(masked[index - 1] ?? '')) seen++;
  }
  return seen === digitsAfter ? 0 : masked.length;
}
