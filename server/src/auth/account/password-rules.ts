import { charactersIn } from '@seri/contract/auth/fields.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';

/** Minimum number of characters beside the owner's own data. */
const MIN_OWN_CHARACTERS = 4;
const MIN_WORD_LENGTH = 3;

/** Publicly known data about the owner of a password. */
interface Owner {
  email: string;
  fullName: string;
  company?: string | null;
}

/** Throws a field error for `field` when the new password is shorter than the company's minimum or easy to guess. */
export async function ensureStrongPassword(db: Db, password: string, owner: Owner, field: string): Promise<void> {
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

/** True when it is among the most common passwords, ignoring case. */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const passwords = await common;
  return passwords.has(password) || passwords.has(password.toLowerCase());
}

let common: Promise<Set<string>> | undefined;

/** Some 49,000 passwords, commonest first, of @zxcvbn-ts/language-common (MIT); loaded on first use. */
async function readCommon(): Promise<Set<string>> {
  const { default: passwords } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  });
  return new Set(passwords);
}

const wordsOf = (texts: (string | null | undefined)[]): string[] =>
  texts
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => charactersIn(word) >= MIN_WORD_LENGTH);

/** True when the password consists of these words, digits and punctuation. */
function isMadeOf(password: string, words: string[]): boolean {
  const typed = password.toLowerCase();
  // Longest first: a short word must not split a long one.
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ' '), typed);
  return rest !== typed && charactersIn(rest.replace(/[^\p{L}]/gu, '')) < MIN_OWN_CHARACTERS;
}
