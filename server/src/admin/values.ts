import { FLAGS, type Flag, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { PAGE_NAMES, type PageName } from '@seri/contract/company/pages.ts';
import { type CompanySettingKey, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { InvalidArgumentError } from 'commander';
import { Complaint } from './complaint.ts';

/** Role names of the command line. */
const ROLES: Record<string, RoleId> = {
  client: ROLE.client,
  vip: ROLE.vip,
  dealer: ROLE.dealer,
  restricted: ROLE.restricted,
  'restricted-by-manager': ROLE.restrictedByManager,
  troublesome: ROLE.troublesome,
  guest: ROLE.guest,
  disabled: ROLE.disabled,
  manager: ROLE.manager,
};
export const ROLE_NAMES = Object.keys(ROLES);

export const roleName = (roleId: number): string => ROLE_NAMES.find((word) => ROLES[word] === roleId) ?? String(roleId);

export function parseRole(word: string): RoleId {
  const roleId = ROLES[word];
  if (!roleId) throw new InvalidArgumentError(`Give one of: ${ROLE_NAMES.join(', ')}.`);
  return roleId;
}

/** Parses a whole number from 0, or -1 for "any"; each command checks its own maximum. */
export function parseLimit(text: string): number {
  if (text === 'any' || text === '-1') return UNLIMITED;
  const digits = text.replaceAll(/(?<=\d)[,_ ](?=\d{3})/g, '');
  if (!/^\d{1,12}$/.test(digits)) throw new InvalidArgumentError('Give a whole number, or any.');
  return Number(digits);
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1 to 99999.');
  return Number(text);
}

export function parseSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Give on or off.');
  return text === 'on';
}

export function parseLanguage(text: string): 'en' | 'ru' {
  if (text !== 'en' && text !== 'ru') throw new InvalidArgumentError('Give en or ru.');
  return text;
}

export function parsePage(text: string): PageName {
  const name = PAGE_NAMES.find((page) => page === text);
  if (!name) throw new InvalidArgumentError(`Give one of: ${PAGE_NAMES.join(', ')}.`);
  return name;
}

/** `none` removes the value. */
export const parseOrNone = (text: string): string | null => (text === 'none' ? null : text);

/** Parses flag=on and flag=off; each flag at most once. */
export function parseFlags(words: string[]): Partial<Record<Flag, boolean>> {
  const flags: Partial<Record<Flag, boolean>> = {};
  for (const word of words) {
    const [name = '', value] = word.split('=', 2);
    const flag = FLAGS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (!flag) throw new Complaint(`There is no flag ${name}. The flags are: ${FLAGS.join(', ')}.`);
    if (value !== 'on' && value !== 'off') throw new Complaint(`Write ${flag}=on or ${flag}=off.`);
    if (flag in flags) throw new Complaint(`${flag} is named twice: name it once.`);
    flags[flag] = value === 'on';
  }
  return flags;
}

/** Parses JSON when the setting accepts it, else uses the text itself, so both `200000` and `Seri` work. */
export function valueFor(key: CompanySettingKey, text: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (/^\s*[[{]/.test(text)) throw new Complaint(`This is not JSON: ${(error as Error).message}`);
    return text;
  }
  const fits = (value: unknown) => companySettingsSchema.safeParse({ [key]: value }).success;
  return fits(parsed) || !fits(text) ? parsed : text;
}
