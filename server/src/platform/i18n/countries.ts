import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js';
import rows from './countries.json' with { type: 'json' };

type Choice = { value: number; label: string };

/** Returns every country in alphabetical order of the language; Russia is 183 (business-rules.md#country-ids). */
export const countriesIn = (language: number): Choice[] => (language === LANGUAGE.ru ? russian : english);

/** True when a country has this id. */
export const isCountry = (id: number): boolean => known.has(id);

/** Returns the ISO 3166-1 code of a country; undefined for an unknown id. */
export const regionOf = (id: number | null): CountryCode | undefined => {
  const region = id === null ? undefined : regions.get(id);
  return region !== undefined && isSupportedCountry(region) ? region : undefined;
};

const regions = new Map(rows.map((row) => [Number(row[0]), String(row[3])]));
const known = new Set(rows.map((row) => Number(row[0])));
const english = sorted('en', 1);
const russian = sorted('ru', 2);

function sorted(locale: string, column: 1 | 2): Choice[] {
  const { compare } = new Intl.Collator(locale);
  return rows
    .map((row) => ({ value: Number(row[0]), label: String(row[column]) }))
    .sort((a, b) => compare(a.label, b.label));
}
