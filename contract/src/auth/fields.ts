import * as z from 'zod/mini';

/** Longest password accepted (business-rules.md#passwords). */
export const MAX_PASSWORD_LENGTH = 128;

/** No line breaks, control characters or lone surrogates, so that the text is safe in a mail header, a log and a database. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;
const EMAIL = /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Cs}]+@[^\s@<>"(),:;\\[\]\p{Cc}\p{Cs}]+$/u;

/** The error code of an invalid field is the message of its issue. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Field.Required'),
    z.maxLength(254, 'Email.Invalid'),
    z.regex(EMAIL, 'Email.Invalid'),
  );

/**
 * 7 to 15 digits with any separators (business-rules.md#phone-numbers), as typed. The number depends on the country of
 * the person, so the server parses it.
 */
export const phoneNumber = z.string().check(
  z.trim(),
  z.minLength(1, 'Field.Required'),
  z.maxLength(40, 'Phone.Incomplete'),
  z.regex(/^\+?[\d\s()./\p{Pd}]*$/u, 'Phone.Incomplete'),
  z.refine((text) => isPhone(text), 'Phone.Incomplete'),
);

/** One line of text of 1 to `max` characters, without its outer spaces. */
export const requiredLine = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Field.Required'),
      z.maxLength(max, 'Field.Invalid'),
      z.regex(ONE_LINE, 'Field.Invalid'),
    );

/** Counts code points: an emoji is one character, although `length` counts two or more. */
export const charactersIn = (text: string): number => [...text].length;

/** Any characters. The minimum length is a company setting, which the server checks. */
export const newPassword = z.string().check(
  z.minLength(1, 'Field.Required'),
  z.refine(
    (text) => text.length <= 2 * MAX_PASSWORD_LENGTH && charactersIn(text) <= MAX_PASSWORD_LENGTH,
    'Password.Long',
  ),
);

/** The current password. Compared before any change to how the account can log in. */
export const currentPassword = z
  .string()
  .check(z.minLength(1, 'Field.Required'), z.maxLength(2 * MAX_PASSWORD_LENGTH, 'Password.Wrong'));

/** Whether the text is an email address of at most 254 characters. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim()) && text.trim().length <= 254;

/** Whether the text has the 7 to 15 digits of a phone number; a leading 00 does not count. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/^\s*00/, '').replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15;
}

/** Country codes whose eleven-digit numbers are formatted as in Russia and the United States. */
const GROUPED_CODES = ['1', '7'];

/**
 * Formats a stored number: `+7 (999) 123-45-67` for eleven digits of country code 1 or 7, else `+` and the digits
 * (business-rules.md#phone-numbers). A text with words beside the digits is returned unchanged.
 */
export function shownPhone(text: string): string {
  if (/[\p{L}#,;]/u.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits.length !== 11 || !GROUPED_CODES.includes(digits.charAt(0))) return digits && `+${digits}`;
  const [, code, area, first, second, third] = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return `+${code} (${area}) ${first}-${second}-${third}`;
}

/** Russian names are surname, first name and patronymic: exactly three words (business-rules.md#full-names). */
export const hasThreeWords = (fullName: string): boolean => fullName.trim().split(/ +/).length === 3;

/** `+N (NNN) NNN-NN-NN`, required of people who sign up in Russian. */
export const isMaskedPhone = (text: string): boolean => /^\+\d \(\d{3}\) \d{3}-\d{2}-\d{2}$/.test(text.trim());
