import { SERVICES } from '@seri/contract/auth/permissions.ts';
import type { CompanySettingKey } from '@seri/contract/company/settings.ts';

interface Note {
  means: string;
  /** As it is typed after `company set <key>`. */
  example: string;
}

/** Meaning of each company setting; docs/reference/company-settings.md is generated from it. */
export const SETTING_NOTES: Record<CompanySettingKey, Note> = {
  companyName: { means: 'Name of the company in texts and mails', example: '"Fuji Motors"' },
  logo: {
    means:
      'Picture in place of the product’s mark: a PNG, JPEG or WebP up to 1 MB, given with --file; twice as wide as high or more, it is shown without the name beside it',
    example: 'null',
  },
  actionColor: {
    means: 'Colour of buttons and links; shades for both themes follow from it, too little contrast is refused',
    example: '"#1f5c3a"',
  },
  urgentColor: {
    means: 'Colour of money at stake and of time running out, checked in the same way',
    example: '"#a8321f"',
  },
  switchedOff: {
    means: `Services the company does not offer, for everybody: ${SERVICES.join(', ')}`,
    example: `'["bikeView"]'`,
  },
  companyAddress: {
    means: 'Lines below the company’s name on statements and invoices; null for none',
    example: `'"1-2-3 Honcho, Naka-ku\\nYokohama 231-0005, Japan"'`,
  },
  bankDetails: {
    means: 'Account that clients pay to, printed on statements and invoices; null for none',
    example: `'"Example Bank, Yokohama branch\\nSWIFT EXAMJPJT, account 1234567"'`,
  },
  managerLabel: {
    means: 'What clients read instead of a manager’s name',
    example: `'{"en":"Your agent","ru":"Ваш агент"}'`,
  },
  notice: {
    means: 'Banner on the log-in page; null for none',
    example: `'{"en":"Closed on 23 November","ru":"23 ноября не работаем"}'`,
  },
  messageUrl: { means: 'Where the message button leads; null for no button', example: 'mailto:office@example.com' },
  whatsappUrl: { means: 'Where the WhatsApp button leads; null for no button', example: 'https://wa.me/81450000100' },
  depositYen: { means: 'Deposit asked of a new client, in yen', example: '200000' },
  overbidAmount: {
    means: 'How far the agent may go over a bid, in yen, where a house has no smaller amount',
    example: '5000',
  },
  agentFeeYen: { means: 'Agent fee of each car bought, in yen', example: '35000' },
  closeMinutes: {
    means: 'Minutes before a lot’s auction when bidding closes, where a house has no own time',
    example: '120',
  },
  cutoffMinutes: {
    means: 'Minutes before it when orders last reach the agent, at most closeMinutes; a house may have its own',
    example: '45',
  },
  cancelHours: { means: 'Hours before it until which a client may cancel; a house may have its own', example: '24' },
  winSettleMinutes: { means: 'Minutes after which a win becomes a purchase by itself', example: '60' },
  photoRetentionDays: {
    means: 'Days after the auction for which fetched photos stay on lots without bid or purchase; 0 keeps them',
    example: '365',
  },
  auctionDayStart: { means: 'When an auction day begins where the feed gives no time, Japan time', example: '08:30' },
  alertDigestAt: {
    means: 'When daily emails about saved searches are written, Japan time',
    example: '19:00',
  },
  chatMailMinutes: {
    means: 'Minutes a client has to read a message before an email follows',
    example: '15',
  },
  chatTemplates: {
    means: 'Ready messages managers put into a chat, in both languages; null for the built-in ones',
    example: `'[{"en":"Please call us","ru":"Позвоните нам, пожалуйста"}]'`,
  },
  wantedCars: {
    means: 'Cars a bid group buys until its client chooses another number, 1 to 20; -1 = any number',
    example: '2',
  },
  bidRule: {
    means: 'Whose bid goes to the auction when two clients want one lot: highest or first',
    example: 'first',
  },
  passwordMinimum: { means: 'Shortest new password, in characters, 6 to 64', example: '10' },
  managerSecondFactor: { means: 'Whether managers need a second factor: optional or required', example: 'required' },
  humanCheck: {
    means: 'What sign-up and password reset ask of a browser: off, proof (a puzzle) or recaptcha',
    example: 'proof',
  },
  recaptchaSiteKey: { means: 'Public key of Google’s check; null for none', example: '"6Lc..."' },
  callsPerMinute: {
    means: 'Units a person, a network of strangers, or a service token may use in a minute, by budget',
    example: `'{"read":600,"write":60,"managerWrite":1200,"search":300,"service":600,"file":120,"page":600,"picture":15000,"probe":1200}'`,
  },
  pages: { means: 'Own texts of pages; company page writes one of them', example: `'{}'` },
};
