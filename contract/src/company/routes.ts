import * as z from 'zod/mini';
import { noQuery, option, route } from '../http.ts';
import { yen } from '../money.ts';
import { logoMark } from './logo.ts';
import { PAGE_NAMES } from './pages.ts';

export const companySettingsReply = z.object({
  name: z.string(),
  /** The company's logo; null for the product's logo. */
  logo: z.nullable(logoMark),
  /** Branding of the pages: the tab icon, and a style sheet with the company's colors, empty for the default ones. */
  look: z.object({ icon: z.object({ path: z.string(), type: z.string() }), sheet: z.string() }),
  /** Text of the banner on the log-in page in the reader's language, or null. */
  notice: z.nullable(z.object({ en: z.string(), ru: z.string() })),
  contacts: z.object({ message: z.nullable(z.string()), whatsapp: z.nullable(z.string()) }),
  depositYen: yen,
  overbidAmount: yen,
  agentFeeYen: yen,
  bidRule: z.enum(['first', 'highest']),
  /** The name shown to clients instead of any manager's name (business-rules.md#manager-names). */
  managerLabel: z.object({ en: z.string(), ru: z.string() }),
  /** Minimum length of a new password, in characters. */
  passwordMinimum: z.int(),
  /** The human check of sign-up and password reset; null for none. */
  humanCheck: z.nullable(z.object({ kind: z.enum(['proof', 'recaptcha']), siteKey: z.nullable(z.string()) })),
  /** Pages that have a text. */
  pages: z.array(z.enum(PAGE_NAMES)),
  /** The server's clock: countdowns use it, never the device's clock. */
  serverTime: z.string(),
  /** Only in the demonstration: the accounts shown on the log-in page. */
  demo: z.nullable(
    z.object({ password: z.string(), accounts: z.array(z.object({ email: z.string(), role: z.string() })) }),
  ),
});
export type CompanySettings = z.infer<typeof companySettingsReply>;

export const companySettings = route({
  method: 'GET',
  path: '/v1/site/company-settings',
  budget: 'read',
  summary: "The company's public data, and the server clock",
  access: 'public',
  query: noQuery,
  reply: companySettingsReply,
});

const vehicle = z.string();

/** Current facts of a demonstration account; a null or zero part has nothing to show. */
const demoStory = z.object({
  /** The latest lot that sold above the account's bid, and by how much. */
  outbid: z.nullable(z.object({ vehicle, byYen: yen })),
  /** The next own bid that goes to auction; `closesAt` is an instant, ISO with +09:00. */
  closing: z.nullable(z.object({ vehicle, closesAt: z.string() })),
  /** The latest purchase. */
  bought: z.nullable(z.object({ vehicle })),
  /** Clients of a dealer. */
  clients: z.int(),
  /** Open bids: of the account and its clients; for a manager, bids without a decision. */
  openBids: z.int(),
  /** For a manager: bids without a decision whose agent cut-off has passed. */
  lateBids: z.int(),
});

export const demoPeople = route({
  method: 'GET',
  path: '/v1/site/demo-people',
  budget: 'read',
  summary: 'People to log in as, with what waits for each, and a lot as a sample; empty outside the demonstration',
  access: 'public',
  query: noQuery,
  reply: z.object({
    people: z.array(
      z.object({
        email: z.string(),
        role: z.enum(['client', 'restricted', 'dealer', 'manager']),
        name: z.string(),
        city: z.string(),
        story: demoStory,
        /** Address of the page where the story continues. */
        opens: z.string(),
      }),
    ),
    sample: z.nullable(
      z.object({
        id: z.string(),
        vehicle,
        year: z.nullable(z.int()),
        house: z.string(),
        lotNo: z.int(),
        condition: z.string(),
        mileageKm: z.nullable(z.int()),
        startPriceYen: z.nullable(yen),
        likelyPriceYen: z.nullable(yen),
        /** 8 of 10 similar vehicles sell between these. */
        lowPriceYen: z.nullable(yen),
        highPriceYen: z.nullable(yen),
        /** Number of similar sales behind the likely price. */
        sales: z.nullable(z.int()),
        photo: z.string(),
      }),
    ),
  }),
});
export type DemoPeople = z.infer<typeof demoPeople.reply>;
export type DemoPerson = DemoPeople['people'][number];

export const countryList = route({
  method: 'GET',
  path: '/v1/site/get-country-list',
  budget: 'read',
  summary: 'Countries; the value is the ISO number, Russia is 183',
  access: 'public',
  query: z.strictObject({ language: z.optional(z.enum(['692', '693'])) }),
  reply: z.array(z.object({ value: z.int(), label: z.string() })),
});

export const page = route({
  method: 'GET',
  path: '/v1/site/page',
  budget: 'read',
  summary: 'A page of the company, as Markdown; 404 when it has no text',
  access: 'public',
  query: z.strictObject({ name: z.enum(PAGE_NAMES), language: z._default(z.enum(['692', '693']), '692') }),
  reply: z.object({ title: z.string(), body: z.string() }),
  errors: ['NotFound'],
});

export const languageList = route({
  method: 'GET',
  path: '/v1/site/get-language',
  budget: 'read',
  summary: 'Languages of the interface',
  access: 'public',
  query: noQuery,
  reply: z.array(option),
});

export const menuCounters = route({
  method: 'GET',
  path: '/v1/site/menu-counters',
  budget: 'read',
  summary:
    'Counts of new bids (managers: of all clients), bids near the cut-off, unread chats, saved searches by page type ("" for none)',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({
    bid: z.int(),
    /** For managers: bids still New whose agent cut-off is less than half an hour away (business-rules.md#last-hour). */
    urgent: z.int(),
    /** For managers: negotiations without a result after three working days (business-rules.md#negotiation). */
    negotiations: z.int(),
    /**
     * For managers: recipients of mails that finally failed in the last three days, at most 5; without a client id it
     * is the agent.
     */
    unreached: z.array(z.object({ name: z.string(), clientId: z.nullable(z.string()) })),
    /** For managers: transfers without a client, imports of the last day with errors, and new names of the feed. */
    waiting: z.optional(z.object({ deposits: z.int(), imports: z.int(), names: z.int() })),
    /** Bids with messages the reader's side has not read. */
    chat: z.int(),
    /** Unread notifications. */
    notifications: z.int(),
    search: z.object({
      bikes: z.string(),
      'bike-stats': z.string(),
      'car-auction': z.string(),
      stock: z.string(),
      stats: z.string(),
    }),
  }),
});

export const weekDays = route({
  method: 'GET',
  path: '/v1/site/week-days',
  budget: 'read',
  summary: 'The next six auction days in Japan, except Sundays',
  access: { all: ['carAuctionsView'] },
  query: noQuery,
  reply: z.object({ dayList: z.array(z.object({ value: z.string(), label: z.string() })) }),
});
