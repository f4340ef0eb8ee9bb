import { ERROR_SENTENCES } from '@seri/contract/error-sentences.ts';
import { CommanderError } from 'commander';
import { ApiError } from '../platform/calls/errors.ts';
import { isUnreachable } from '../platform/db/unreachable.ts';
import { ConfigError } from '../platform/process/config.ts';

/** An error of the operator's command, in one sentence that names the next step. */
export class Complaint extends Error {}

/** Names of the command fields on the command line. */
const OPTION_OF: Record<string, string> = {
  email: 'EMAIL: an address such as anna@example.com',
  fullName: '--name: 1 to 120 characters on one line',
  mobile: '--mobile: 7 to 15 digits',
  countryId: '--country: an ISO number such as 183 for Russia or 392 for Japan',
  creditLimitYen: '--credit: 0 to 999999999 yen, or any',
  dailyBidLimit: '--daily-bids: 0 to 100000, or any',
  dailyUssLimit: '--daily-photos: 0 to 100000, or any',
  invoiceLink: 'URL: an http or https address of at most 500 characters, or none',
  name: 'NAME: small letters, digits and -, at most 40',
  eta: '--eta: a day such as 2026-12-24, not before --etd, or none',
  note: 'TEXT: at most 2000 characters, or none',
};
const DATABASE_OLD = ['42P01', '42703'];
const DATABASE_REFUSES = ['28P01', '3D000'];

/** Returns the sentence for standard error; an unexpected error keeps its stack. */
export function errorSentence(error: unknown): string {
  if (error instanceof Complaint || error instanceof ConfigError) return error.message;
  if (error instanceof CommanderError) return asSentence(error.message.replace(/^error: /, ''));
  if (error instanceof ApiError) return apiErrorSentence(error);
  const { code = '', message } = error as { code?: string; message?: string };
  if (DATABASE_OLD.includes(code))
    return 'The database is older than this program: start the portal once with npm start, which migrates it.';
  if (isUnreachable(error) || DATABASE_REFUSES.includes(code))
    return `The database cannot be reached: ${message || code}. Check DATABASE_URL.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?)]$/.test(text) ? '' : '.'}`;

function apiErrorSentence({ code, fields = {}, details }: ApiError): string {
  if (code === 'Password.Short') return `The password is too short: give at least ${details?.length} characters.`;
  if (code === 'Company.ColorFaint')
    return `${details?.color} has a contrast of ${details?.contrast}:1 to ${details?.on} in the ${details?.theme} theme, and ${details?.needed}:1 is needed. The nearest valid color: ${details?.nearest}`;
  const places = Object.entries(fields).map(([field, [why]]) => fieldSentence(field, why ?? code));
  return places.length > 0 ? places.join('\n') : `${ERROR_SENTENCES[code]}.`;
}

function fieldSentence(field: string, code: string): string {
  if (code === 'Field.Unknown') return `${field} is unknown.`;
  if (code === 'Field.Required') return `${field} is missing.`;
  if (code !== 'Field.Invalid' && code !== 'Email.Invalid' && code !== 'Phone.Incomplete')
    return `${ERROR_SENTENCES[code as ApiError['code']]}.`;
  const option = OPTION_OF[field];
  return option ? `Invalid value for ${option}.` : `${field} is invalid.`;
}
