import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { ApiError } from './calls/errors.ts';
import { regionOf } from './i18n/countries.ts';

const LEAST_DIGITS = 7;
const MAX_DIGITS = 15;
/** Most of the portal's buyers write their numbers as at home, with 8 for 7, wherever they live now. */
const COMMON_REGION = 'RU';

/**
 * A telephone number as it is kept: digits with the country code and without a plus (business-rules.md#phone-numbers). What is typed without
 * one is read as in the country of its person, else with a country code whose plus was left out, else as in Russia:
 * `8 (912) 345-67-89` is 79123456789. `(0)` and a leading `00` are understood. Null where it is no number of 7 to 15 digits.
 */
export function readPhone(text: string, countryId: number | null): string | null {
  const given = text
    .normalize('NFKC')
    .trim()
    .replace(/^00(?=[1-9 ])\s?/, '+');
  const isInternational = given.startsWith('+');
  const plain = isInternational ? given.replace(/\(0\)/, '') : given;
  const digits = plain.replace(/\D/g, '');
  const known = isInternational ? inRegion(plain, undefined) : atHome(plain, digits, regionOf(countryId));
  const number = known ?? digits;
  return number.length >= LEAST_DIGITS && number.length <= MAX_DIGITS ? number : null;
}

/** As `readPhone`; a number that is none is refused by the name of its field. */
export function phoneOf(text: string, countryId: number | null, field: string): string {
  const number = readPhone(text, countryId);
  if (number === null) throw new ApiError('Phone.Incomplete', { fields: { [field]: ['Phone.Incomplete'] } });
  return number;
}

/** A number that may have words beside it, such as an extension: those stay as they are. */
export const officePhoneOf = (text: string | null | undefined, countryId: number | null): string | null => {
  if (!text) return null;
  const number = /[\p{L}#,;]/u.test(text) ? null : readPhone(text, countryId);
  return number === null ? text : `+${number}`;
};

function atHome(plain: string, digits: string, region: CountryCode | undefined): string | null {
  return inRegion(plain, region) ?? inRegion(`+${digits}`, undefined) ?? inRegion(plain, COMMON_REGION);
}

/** The number's digits where it is a number of the region, or of any with its country code. */
function inRegion(text: string, region: CountryCode | undefined): string | null {
  if (region === undefined && !text.startsWith('+')) return null;
  const found = parsePhoneNumberFromString(text, { ...(region ? { defaultCountry: region } : {}), extract: false });
  return found?.isValid() && !found.ext ? found.number.slice(1) : null;
}
