import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { SERVICES } from '../auth/permissions.ts';
import { DEFAULT_ACCENTS } from './accents.ts';
import { logoMark } from './logo.ts';
import { PAGE_NAMES } from './pages.ts';

const both = z.strictObject({ en: z.string().check(z.maxLength(500)), ru: z.string().check(z.maxLength(500)) });
const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(ONE_LINE));
/** Several lines, as printed on a document. */
const lines = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(600)));
const color = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/));
const url = z.nullable(z.string().check(z.regex(/^(https?:|mailto:|tel:)/), z.maxLength(500)));
const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const WEEK_MINUTES = 10_080;

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const atLeastOne = z.int().check(z.minimum(1));
/** Markdown of a page. */
const pageText = z.strictObject({
  title: z.string().check(z.maxLength(200)),
  body: z.string().check(z.maxLength(100_000)),
});

/**
 * Units a minute, by budget. Pictures: a page of 70 lots shows about 350 of them, and several fast-scrolling devices
 * may share one address.
 */
export const CALLS_PER_MINUTE = {
  read: 600,
  write: 60,
  managerWrite: 1_200,
  search: 300,
  service: 600,
  file: 120,
  page: 600,
  picture: 15_000,
  probe: 1_200,
};

/** Every company setting with its default (business-rules.md#company-settings). Changes apply without a restart. */
export const companySettingsSchema = z.object({
  companyName: z._default(line, 'Seri'),
  /** Address, telephone and registration, printed at the head of statements and invoices. */
  companyAddress: z._default(lines, null),
  /** Bank account for clients' payments, printed on statements and invoices. */
  bankDetails: z._default(lines, null),
  /** Logo of the company, in place of the product's logo; uploaded as a file, stored as described in `logo.ts`. */
  logo: z._default(z.nullable(logoMark), null),
  /** Color of buttons, links and selected items; its contrast is checked. */
  actionColor: z._default(color, DEFAULT_ACCENTS.actionColor),
  /** Color of money at stake and expiring time; its contrast is checked. */
  urgentColor: z._default(color, DEFAULT_ACCENTS.urgentColor),
  /** Services the company does not offer: no account has these rights, whatever its flags. */
  switchedOff: z._default(z.array(z.enum(SERVICES)).check(z.maxLength(SERVICES.length)), []),
  managerLabel: z._default(z.strictObject({ en: line, ru: line }), { en: 'Manager', ru: 'Менеджер' }),
  notice: z._default(z.nullable(both), null),
  messageUrl: z._default(url, null),
  whatsappUrl: z._default(url, null),
  depositYen: z._default(whole(0, 999_999_999), 150_000),
  overbidAmount: z._default(whole(0, 999_999), 10_000),
  agentFeeYen: z._default(whole(0, 999_999_999), 30_000),
  closeMinutes: z._default(whole(0, WEEK_MINUTES), 90),
  cutoffMinutes: z._default(whole(0, WEEK_MINUTES), 60),
  cancelHours: z._default(whole(0, 168), 12),
  winSettleMinutes: z._default(whole(0, 100_000), 1_440),
  /** Days after the auction for which fetched photos are kept on lots without bid or purchase; 0 keeps them. */
  photoRetentionDays: z._default(whole(0, 3_650), 90),
  auctionDayStart: z._default(clockTime, '09:00'),
  /** Japan time at which the daily mails of saved searches are written. */
  alertDigestAt: z._default(clockTime, '08:00'),
  /** Minutes a client has to read a manager's message before a mail announces it. */
  chatMailMinutes: z._default(whole(0, 1_440), 5),
  /** Templates that managers insert into a chat; null = the built-in ones. */
  chatTemplates: z._default(z.nullable(z.array(both).check(z.maxLength(30))), null),
  /** Default number of cars a bid group buys; -1 = any. */
  wantedCars: z._default(whole(-1, 20).check(z.refine((cars) => cars !== 0)), 1),
  bidRule: z._default(z.enum(['first', 'highest']), 'highest'),
  /** Minimum length of a new password (business-rules.md#passwords); ASVS recommends 8. */
  passwordMinimum: z._default(whole(6, 64), 6),
  managerSecondFactor: z._default(z.enum(['optional', 'required']), 'optional'),
  /** Human check of sign-up: none, a puzzle for the browser, or Google reCAPTCHA (needs RECAPTCHA_SECRET). */
  humanCheck: z._default(z.enum(['off', 'proof', 'recaptcha']), 'off'),
  recaptchaSiteKey: z._default(z.nullable(line), null),
  /**
   * Units per minute by budget, for one person, one network of anonymous visitors, or one service token
   * (business-rules.md#request-budgets).
   */
  callsPerMinute: z._default(
    z.object({
      read: atLeastOne,
      write: atLeastOne,
      managerWrite: atLeastOne,
      search: atLeastOne,
      service: z._default(atLeastOne, CALLS_PER_MINUTE.service),
      file: z._default(atLeastOne, CALLS_PER_MINUTE.file),
      page: z._default(atLeastOne, CALLS_PER_MINUTE.page),
      picture: z._default(atLeastOne, CALLS_PER_MINUTE.picture),
      probe: z._default(atLeastOne, CALLS_PER_MINUTE.probe),
    }),
    CALLS_PER_MINUTE,
  ),
  /** The company's texts by page and language; a page not named here has the built-in text, an empty one has none. */
  pages: z._default(z.partialRecord(z.enum(PAGE_NAMES), z.strictObject({ en: pageText, ru: pageText })), {}),
});
export type CompanySettingsValues = z.infer<typeof companySettingsSchema>;
export type CompanySettingKey = keyof CompanySettingsValues;
