import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

/** A word that no text may use, and its replacement. */
interface Rule {
  word: RegExp;
  instead: string;
}

type Language = 'en' | 'ru';

const english = (words: string, instead: string): Rule => ({ word: new RegExp(`\\b(?:${words})\\b`, 'iu'), instead });
const russian = (words: string, instead: string): Rule => ({
  word: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu'),
  instead,
});

const AMERICAN: readonly Rule[] = [
  english('favourit\\w*', 'favorite'),
  english('colour\\w*', 'color'),
  english('cancell(?:ed|ing)', 'canceled, canceling'),
  english('recognis\\w*|organis\\w*|authoris\\w*|apologis\\w*|minimis\\w*|maximis\\w*|customis\\w*', '-ize'),
  english('behaviour|neighbour\\w*|labour|honour\\w*', '-or'),
  english('centre|metres?|litres?|kilometres?', '-er'),
  english('licence|defence|offence', '-se'),
  english('travelled|travelling|labelled|modelled', 'one l'),
  english('petrol', 'gasoline'),
  english('cheque|tyres?|grey|whilst|programme|catalogue', 'the American spelling'),
];

const ENGLISH: readonly Rule[] = [
  ...AMERICAN,
  english('stands?|stood', 'is listed, is shown, is displayed'),
  english('reckon\\w*', 'estimate, calculate'),
  english('haulage', 'transport in Japan'),
  english('whoever', 'anyone, or the person meant'),
  english('(?:is|are|was|were|be|been) told|tells', 'notify, describe, or say it directly'),
  english('he|him|his|himself|she|her', 'the client, they, their'),
  english('e-mails?|mails?', 'email'),
  english('log-in|logs?-out|sign(?:ed|ing|s)?[ -](?:in|out)', 'log in, login, log out'),
  english('halls?', 'auction'),
  english('in all|all in all', 'total'),
  english('papers?', 'documents'),
  english('(?:take|takes|taken|taking|took) (?:\\w+ )?(?:back|away)', 'undo, reverse, remove'),
  english('(?:the|a) house (?!rules?\\b)(?:has|is|sold|takes|took)', 'the auction house'),
  english('somebody else', 'another buyer, another manager'),
];

const RUSSIAN: readonly Rule[] = [
  russian('дом|дома|дому|домом|доме|домов', 'аукцион'),
  russian('учётн\\p{L}+ запис\\p{L}+', 'аккаунт'),
  russian('e-?mail|[еи]-?м[еэ]йл\\p{L}*', 'почта'),
  russian('машин[аыуе]?|машин(?:ой|ам|ами|ах)', 'автомобиль'),
  russian('отсечк\\p{L}*', 'крайний срок, время передачи агенту'),
  russian('стоят', 'показаны'),
  russian('знач(?:ит|ат)', 'означает, объединено с'),
  russian('тип экспорта', 'вид экспорта'),
  russian('учебн\\p{L}+', 'демо'),
  russian('мотор\\p{L}?', 'двигатель'),
  russian('победил[аио]?', 'выиграл'),
  russian('логин', 'вход'),
];

const RULES: Record<Language, readonly Rule[]> = { en: ENGLISH, ru: [...RUSSIAN, ...AMERICAN] };

/** Fixed texts stay word for word, whatever the rules (business-rules.md#fixed-texts). */
export const QUOTED: Readonly<Record<string, string>> = {
  'Auth.LinkInvalid': 'This link has already been used, or has expired',
  'Auth.SessionExpired': 'Your session has expired. Please login to your account to proceed',
  'BidStatus.1': 'New',
  'BidStatus.2': 'Bid',
  'BidStatus.3': "Don't bid",
  'BidStatus.4': 'Cancel',
  'BidStatus.5': 'Finished',
  'BidStatus.6': 'Win',
  'BidStatus.7': 'Won',
  'BidStatus.UnderReview': 'Under Review',
  'Bids.UpdateFailed.Text': 'The information has not been changed',
  'Bids.UpdateFailed.Title': 'Something went wrong',
  'CarAuction.NoDownload': "Didn't find download link",
  'Common.Any': 'Any',
  'CreditLimit.Title': 'Insufficient credit',
  'Error.InvalidUser': 'Invalid user',
  'Error.Password.Long': 'Must contain less than {{length}} characters',
  'Error.Password.Short': 'Must contain more than {{length}} characters',
  'Error.Share.WrongCode': 'Wrong access code',
  'Error.WrongCredentials': 'Incorrect username or password',
  'Errors.Email': 'Invalid email address',
  'Errors.IncompletePhone': 'Invalid phone number',
  'Errors.MaxLength': 'Must contain less than {{length}} characters',
  'Errors.MinLength': 'Must contain more than {{length}} characters',
  'Errors.PasswordMatch': 'Passwords do not match',
  'Errors.Recaptcha': 'Recaptcha error. Please try again',
  'Errors.Required': 'Required field',
  'Errors.Terms': 'Confirmation is required',
  'LotStatus.4531': 'Ongoing',
  'LotStatus.4532': 'Upcoming',
  'LotStatus.4533': 'Sold',
  'LotStatus.4534': 'Sold by negotiation',
  'LotStatus.4535': 'Not sold',
  'LotStatus.4536': 'Cancelled',
  'LotStatus.4537': 'Removed',
  'LotStatus.4538': 'Unknown',
  'LotStatus.4539': 'Unsold',
  'Menu.Logout': 'Logout',
  'Menu.Oneprice': 'Oneprice',
  'NotFound.Title': 'Page not found',
  'PlaceBid.Closed': 'Bidding is closed',
  'PlaceBid.DailyLimit': 'Daily bid limit exceeded',
  'PlaceBid.Finished': 'Auction finished',
  'PlaceBid.Limit': 'Bid limit',
  'PurchaseStatus.0': 'Processing',
  'PurchaseStatus.1': 'Domestic transport',
  'PurchaseStatus.2': 'Waiting ship assignment',
  'PurchaseStatus.3': 'Waiting for loading',
  'PurchaseStatus.4': 'In transit',
  'PurchaseStatus.5': 'Delivered',
  'PurchaseStatus.6': 'Shipping cancelled',
  'PurchaseStatus.7': 'Purchase cancelled',
  'PurchaseStatus.8': 'Auction resale',
  RestrictedUser: 'To place a bid on this car, you need to make a deposit. Please contact your manager.',
  'Role.1064': 'Client',
  'Role.1065': 'Troublesome',
  'Role.1092': 'Dealer',
  'Role.979': 'Restricted',
  'Role.980': 'Guest',
  'Role.981': 'VIP',
  'Role.982': 'Account Disabled',
  'Role.991': 'Manager',
};

/** Errors that begin with fixed words (business-rules.md#fixed-texts). */
const QUOTED_BEGINNINGS: Readonly<Record<string, string>> = {
  'Error.Bid.CannotCancel': "Bid can't be canceled",
  'Error.Bid.Closed': 'Bidding is closed',
  'Error.Bid.Credit': 'Insufficient credit',
  'Error.Bid.DailyLimit': 'Daily bid limit exceeded',
  'Error.Bid.Finished': 'Auction is finished',
};

const UNIT = '¥|%|km|cc|MB|min|h|s|d|км|см³|МБ|мин\\.?|ч|с|дн\\.';
const LOOSE_UNIT = new RegExp(`(?:\\}\\}|\\d) (?:${UNIT})(?!\\p{L})`, 'u');

/** Returns the wording faults of one text. */
export function wordingOf(text: string, language: Language): string[] {
  const spoken = text.replaceAll(/\$?\{\{?[^{}]*\}?\}/g, '…').replaceAll(/\S+:\/\/\S+/g, '…');
  return [
    ...RULES[language].flatMap(({ word, instead }) => {
      const found = word.exec(spoken)?.[0];
      return found ? [`says "${found}", better: ${instead}`] : [];
    }),
    ...(language === 'en' && /’/.test(spoken) ? ["has a curved apostrophe where all other texts have '"] : []),
    ...(LOOSE_UNIT.test(text) ? ['has a space that breaks between a number and its unit, write U+00A0'] : []),
  ];
}

/** Returns the wording faults of a locale file. Fixed texts must equal their quote and are exempt from the rules. */
export function localeWording(texts: Readonly<Record<string, string>>, language: Language): string[] {
  const isQuoted = (key: string) => language === 'en' && Object.hasOwn(QUOTED, key);
  const differing =
    language === 'ru'
      ? []
      : [
          ...Object.entries(QUOTED)
            .filter(([key, quote]) => texts[key] !== quote)
            .map(([key, quote]) => `en.json ${key} is not the fixed text: ${quote}`),
          ...Object.entries(QUOTED_BEGINNINGS)
            .filter(([key, quote]) => !texts[key]?.startsWith(quote))
            .map(([key, quote]) => `en.json ${key} does not begin with the fixed text: ${quote}`),
        ];
  const judged = Object.entries(texts)
    .filter(([key]) => !isQuoted(key))
    .flatMap(([key, text]) => wordingOf(text, language).map((problem) => `${language}.json ${key} ${problem}`));
  return [...differing, ...judged];
}

/** Files whose string literals people read outside the web app: emails, PDF files, spreadsheets, calendars, previews. */
const TEXT_FILES = [
  'contract/src/chat/templates.ts',
  'contract/src/lots/choice-words.ts',
  'contract/src/payments/ledger-texts.ts',
  'server/src/agent/open-bid-sheet.ts',
  'server/src/bids/lists/export-columns.ts',
  'server/src/bids/core/texts.ts',
  'server/src/company/page-text.ts',
  'server/src/mail/templates/money-texts.ts',
  'server/src/mail/templates/order-sheet-email.ts',
  'server/src/mail/templates/shipping-texts.ts',
  'server/src/mail/templates/texts-en.ts',
  'server/src/mail/templates/texts-ru.ts',
  'server/src/notifications/calendar.ts',
  'server/src/payments/draw-statement.ts',
  'server/src/payments/labels.ts',
  'server/src/payments/statement-routes.ts',
  'server/src/purchases/documents/invoice-texts.ts',
  'server/src/purchases/labels.ts',
  'server/src/sharing/preview-routes.ts',
];

/** Returns the wording faults of the string literals of a source file, or of a Markdown page. */
export function fileWording(path: string, text: string): string[] {
  const literals = path.endsWith('.md') ? text.split('\n') : literalsOf(text);
  return literals
    .filter((literal) => !Object.values(QUOTED).includes(literal))
    .flatMap((literal) =>
      wordingOf(literal, /\p{Script=Cyrillic}/u.test(literal) ? 'ru' : 'en').map(
        (problem) => `${path} ${problem} in "${literal.trim().slice(0, 80)}"`,
      ),
    );
}

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

const literalsOf = (source: string): string[] =>
  [
    ...source
      .replaceAll(/^import .*$/gm, '')
      .replaceAll(COMMENT, '')
      .matchAll(LITERAL),
  ]
    .map(([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll("\\'", "'"))
    // A literal of one lower-case word is a key, not a text.
    .filter((literal) => !/^[a-z][\w./:-]*$/.test(literal));

export async function checkWording(): Promise<string[]> {
  const pages = (await sourceFiles()).filter((path) => /^server\/src\/company\/pages\/.*\.md$/.test(path));
  return [...TEXT_FILES, ...pages].flatMap((path) => fileWording(path, readFileSync(join(ROOT, path), 'utf8')));
}
