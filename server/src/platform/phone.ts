import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { ApiError } from './calls/errors.ts';
import { regionOf } from './i18n/countries.ts';

const LEAST_DIGITS = 7;
const MAX_DIGITS = 15;
/** Most of the portal's buyers type their numbers in the Russian domestic format, with 8 for 7, wherever they live. */
const COMMON_REGION = 'RU';

/**
 * Returns a telephone number as it is stored: digits with the country code and without a plus
 * (business-rules.md#phone-numbers). Without a country code, the number is read by the person's country, then as one
 * whose plus is missing, then as Russian: `8 (912) 345-67-89` is 79123456789. `(0)` and a leading `00` are
 * understood. Null when it is not a number of 7 to 15 digits.
 */
export function readPhone(text: string, countryId: number | null): string | null {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/^00(?=[1-9 ])\s?/, '+');
  const isInternational = typed.startsWith('+');
  const plain = isInternational ? typed.replace(/\(0\)/, '') : typed;
  const digits = plain.replace(/\D/g, '');
  const found = isInternational ? inRegion(plain, undefined) : atHome(plain, digits, regionOf(countryId));
  const number = found ?? digits;
  return number.length >= LEAST_DIGITS && number.length <= MAX_DIGITS ? number : null;
}

/** Like `readPhone`, but throws a field error for an invalid number. */
export function phoneOf(text: string, countryId: number | null, field: string): string {
  const number = readPhone(text, countryId);
  if (number === null) throw new ApiError('Phone.Incomplete', { fields: { [field]: ['Phone.Incomplete'] } });
  return number;
}

/** Like `readPhone`, but returns a number with additional text, such as an extension, unchanged. */
export const officePhoneOf = (text: string | null | undefined, countryId: number | null): string | null => {
  if (!text) return null;
  const number = /[\p{L}#,;]/u.test(text) ? null : readPhone(text, countryId);
  return number === null ? text : `+${number}`;
};

function atHome(plain: string, digits: string, region: CountryCode | undefined): string | null {
  return inRegion(plain, region) ?? inRegion(`+${digits}`, undefined) ?? inRegion(plain, COMMON_REGION);
}

/** Returns the digits of a number that is valid in the region, or anywhere with its country code. */
function inRegion(text: string, region: CountryCode | undefined): string | null {
  if (region === undefined && !text.startsWith('+')) return null;
  const found = parsePhoneNumberFromString(text, { ...(region ? { defaultCountry: region } : {}), extract: false });
  return found?.isValid() && !found.ext ? found.number.slice(1) : null;
}
