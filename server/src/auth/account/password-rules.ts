import { charactersIn } from '@seri/contract/auth/fields.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';

/** Fewer characters than this beside the owner's own words are no secret. */
const LEAST_OF_ITS_OWN = 4;
const SHORTEST_WORD = 3;

/** What everybody can know of the owner of a password. */
interface Owner {
  email: string;
  fullName: string;
  company?: string | null;
}

/** Refuses a new password that is too short for the company or that others would guess; `field` is where it was typed. */
export async function refusePoorPassword(db: Db, password: string, owner: Owner, field: string): Promise<void> {
  const { passwordMinimum, companyName } = await readSettings(db);
  if (charactersIn(password) < passwordMinimum)
    throw new ApiError('Password.Short', {
      fields: { [field]: ['Password.Short'] },
      details: { length: passwordMinimum },
    });
  if (await isCommon(password)) throw new ApiError('Password.Common', { fields: { [field]: ['Password.Common'] } });
  const words = ['seri', ...wordsOf([owner.email.split('@')[0], owner.fullName, owner.company, companyName])];
  if (isMadeOf(password, words))
    throw new ApiError('Password.Personal', { fields: { [field]: ['Password.Personal'] } });
}

/** Whether it is among the passwords people choose most often, in whatever case. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const passwords = await common;
  return passwords.has(password) || passwords.has(password.toLowerCase());
}

let common: Promise<Set<string>> | undefined;

/** Some 49,000 passwords, commonest first, of @zxcvbn-ts/language-common (MIT); read when first asked for. */
async function readCommon(): Promise<Set<string>> {
  const { default: passwords } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  });
  return new Set(passwords);
}

const wordsOf = (texts: (string | null | undefined)[]): string[] =>
  texts
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => charactersIn(word) >= SHORTEST_WORD);

/** Nothing but these words with digits and signs around them. */
function isMadeOf(password: string, words: string[]): boolean {
  const typed = password.toLowerCase();
  // The longest first: a short word must not tear a long one apart.
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ' '), typed);
  return rest !== typed && charactersIn(rest.replace(/[^\p{L}]/gu, '')) < LEAST_OF_ITS_OWN;
}
