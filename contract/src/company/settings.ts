import * as z from 'zod/mini';
import { ONE_LINE } from '../auth/fields.ts';
import { SERVICES } from '../auth/permissions.ts';
import { DEFAULT_ACCENTS } from './accents.ts';
import { logoMark } from './logo.ts';
import { PAGE_NAMES } from './pages.ts';

const both = z.strictObject({ en: z.string().check(z.maxLength(500)), ru: z.string().check(z.maxLength(500)) });
const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(ONE_LINE));
/** Several lines, as they stand on a paper. */
const lines = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(600)));
const color = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/));
const url = z.nullable(z.string().check(z.regex(/^(https?:|mailto:|tel:)/), z.maxLength(500)));
const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const WEEK_MINUTES = 10_080;

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const atLeastOne = z.int().check(z.minimum(1));
/** Markdown, as long as a page may need to be. */
const pageText = z.strictObject({
  title: z.string().check(z.maxLength(200)),
  body: z.string().check(z.maxLength(100_000)),
});

/**
 * Units a minute, by budget. Pictures: a page of 70 lots shows some 350 of them, and several devices that scroll fast
 * may stand behind one address.
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

/** Every company setting with its default (business-rules.md#company-settings); changed without a restart. */
export const companySettingsSchema = z.object({
  companyName: z._default(line, 'Seri'),
  /** Address, telephone, registration, as they stand at the head of statements and invoices. */
  companyAddress: z._default(lines, null),
  /** Where clients pay to, printed on statements and invoices. */
  bankDetails: z._default(lines, null),
  /** Picture of the company, in place of the product's mark; given as a file, kept as what `logo.ts` says. */
  logo: z._default(z.nullable(logoMark), null),
  /** Buttons, links and what is chosen; its contrast is checked. */
  actionColor: z._default(color, DEFAULT_ACCENTS.actionColor),
  /** Money at stake and time running out; its contrast is checked. */
  urgentColor: z._default(color, DEFAULT_ACCENTS.urgentColor),
  /** Services the company does not offer: nobody has these rights, whatever his account says. */
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
  auctionDayStart: z._default(clockTime, '09:00'),
  /** When the mails of searches that tell once a day are written, Japan time. */
  alertDigestAt: z._default(clockTime, '08:00'),
  /** How long a client has to read a manager's message before a mail tells him of it. */
  chatMailMinutes: z._default(whole(0, 1_440), 5),
  /** Ready messages managers put into a chat; null = the built-in ones. */
  chatTemplates: z._default(z.nullable(z.array(both).check(z.maxLength(30))), null),
  /** How many cars a bid group buys until its client says otherwise; -1 = any. */
  wantedCars: z._default(whole(-1, 20).check(z.refine((cars) => cars !== 0)), 1),
  bidRule: z._default(z.enum(['first', 'highest']), 'highest'),
  /** Shortest new password (business-rules.md#passwords); ASVS asks for 8. */
  passwordMinimum: z._default(whole(6, 64), 6),
  managerSecondFactor: z._default(z.enum(['optional', 'required']), 'optional'),
  /** What proves that a person signs up: nothing, a puzzle for the browser, or Google's check (needs RECAPTCHA_SECRET). */
  humanCheck: z._default(z.enum(['off', 'proof', 'recaptcha']), 'off'),
  recaptchaSiteKey: z._default(z.nullable(line), null),
  /** Units a person, a network of strangers, or a service token may use in a minute, by budget (business-rules.md#request-budgets). */
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
  /** Own texts of the pages, by page and language; a page not named here has the built-in text, an empty one none. */
  pages: z._default(z.partialRecord(z.enum(PAGE_NAMES), z.strictObject({ en: pageText, ru: pageText })), {}),
});
export type CompanySettingsValues = z.infer<typeof companySettingsSchema>;
export type CompanySettingKey = keyof CompanySettingsValues;
