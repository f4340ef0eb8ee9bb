const MASKED_DIGITS = 11;
/** Russian numbers begin with 7 abroad and with 8 at home; a mobile one is often typed without either. */
const COUNTRY = '7';

/**
 * `+N (NNN) NNN-NN-NN` as far as it is typed or pasted, in whatever form. A number that has more digits than the mask
 * is left as it is: cut short it would be somebody else's.
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
  // Abroad the zero in brackets is not dialed.
  if (international.startsWith('+')) return international.replace('(0)', '').replace(/\D/g, '');
  const digits = text.replace(/\D/g, '');
  if (digits.startsWith('8')) return COUNTRY + digits.slice(1);
  return digits.startsWith('9') ? COUNTRY + digits : digits;
}

/** Where the caret stands after the mask was laid over the text: before as many digits as before. */
export function caretFromEnd(masked: string, digitsAfter: number): number {
  let seen = 0;
  for (let index = masked.length; index > 0; index--) {
    if (seen === digitsAfter) return index;
    if (/\d/.test(masked[index - 1] ?? '')) seen++;
  }
  return seen === digitsAfter ? 0 : masked.length;
}
