import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Prefixes of texts that no list of lots uses: they load after the first page (`allTexts` in src/shell/i18n/i18n.ts). */
const LATER = [
  'auth.',
  'bids.',
  'channels.',
  'chat.',
  'company.',
  'costs.',
  'feed.',
  'keys.',
  'notifications.',
  'payments.',
  'photos.',
  'prices.',
  'purchases.',
  'sheets.',
  'users.',
  'favorites.outlook.',
  'lots.compare.',
  'lots.earlier.',
  'lots.history.',
  'lots.origin.',
  'lots.average.',
  'lots.bike.',
  'lots.fact.',
  'lots.finder.',
  'lots.lot.',
  'lots.market.',
  'lots.note.',
  'lots.photos.',
  'lots.recent.',
  'lots.sheet.',
  'BidLogs.',
  'Bids.',
  'CreditLimit.',
  'Deposit.',
  'MonthOfProduction.',
  'Payments.',
  'PurchaseStatus.',
  'Purchased.',
  'RestrictedUser',
  'Error.Bid',
  'Error.Chat',
  'Error.Channel',
  'Error.Company',
  'Error.Door',
  'Error.FeedName',
  'Error.FeedWord',
  'Error.Password',
  'Error.Payment',
  'Error.Purchase',
  'Error.Sheet',
  'Error.User',
  'Error.Webhook',
];
const ADDRESS = /^virtual:texts\/(en|ru)\/(first|later)$/;
const LOCALES = join(import.meta.dirname, 'src', 'locales');

export const isLater = (key: string): boolean => LATER.some((beginning) => key.startsWith(beginning));

export const readTexts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(LOCALES, `${language}.json`), 'utf8'));

/** Splits both locale files in two parts each, as modules `virtual:texts/<language>/<first or later>`. */
export function textParts(): Plugin {
  return {
    name: 'text-parts',
    resolveId: (id) => (ADDRESS.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language, part] = ADDRESS.exec(id.slice(1)) ?? [];
      if (!language) return undefined;
      this.addWatchFile(join(LOCALES, `${language}.json`));
      const texts = Object.entries(readTexts(language)).filter(([key]) => isLater(key) === (part === 'later'));
      return `export const texts = ${JSON.stringify(Object.fromEntries(texts))}`;
    },
  };
}
