import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const SERVER = join(WEB, '../../server/src');
const sourcesOf = (folder: string) =>
  globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const web = sourcesOf(WEB);

const texts = ['en', 'ru'].map(
  (language): Record<string, string> => JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')),
);
const NAMES_ZONE = /Japan time|время Японии|времени Японии|Your time|Ваше время/;
const namesZone = (key: string) => texts.every((known) => NAMES_ZONE.test(known[key] ?? ''));

/** Formatters of a time of day, and the clock in the header, which shows its zone beside it. */
const FORMATTERS = [
  'ui/data/japan-text.ts',
  'ui/data/japan-time.tsx',
  'shell/i18n/format.ts',
  'shell/layout/japan-now.tsx',
];
const BARE_TIME = /\b(japanClock|japanSeconds|japanDateTime|japanFullTime|ownFullTime)\(/g;

test('a text with a time of day names its zone', () => {
  const unnamed = web
    .filter(({ file }) => !FORMATTERS.includes(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(BARE_TIME)]
        .filter(({ index }) => {
          const before = text.slice(0, index);
          const key = /\bt\(\s*'([^']+)',\s*\{[^{}]*$/.exec(before)?.[1];
          // The result's hour follows the sale's own, which names the zone.
          return key !== 'lots.time.resultBy' && !(key !== undefined && namesZone(key));
        })
        .map(({ index }) => `${file}: ${text.slice(index, index + 60)}`),
    );
  expect(unnamed).toEqual([]);
});

/** Times under a heading, each with the text of that heading, which names the zone in both languages. */
const UNDER_HEADINGS: Record<string, string> = {
  'bids/day/bid-day-house.tsx': 'bids.head.auctionDate',
  'bids/lists/bid-table.tsx': 'bids.head.auctionDate',
  'bids/manager/cutoff-cell.tsx': 'bids.head.auctionDate',
  'lots/compare/compare-cell.tsx': 'lots.compare.row.time',
  'lots/core/lot-parts.tsx': 'lots.table.auction',
  'sharing/share-dialog.tsx': 'Share.until',
};

test('a time of day outside a sentence names its zone, or its heading does', () => {
  const bare = web
    .filter(({ text }) => [...text.matchAll(/<JapanTime\b[^>]*>/g)].some(([tag]) => !/\bzone\b|shape="da/.test(tag)))
    .map(({ file }) => file)
    .sort();
  expect(bare).toEqual(Object.keys(UNDER_HEADINGS));
  for (const key of Object.values(UNDER_HEADINGS)) expect([key, namesZone(key)]).toEqual([key, true]);
});

test('only the formatters convert an instant to a time of day', () => {
  const writesHours = (text: string) =>
    /hour: '|timeStyle|toLocaleTimeString|toLocaleString\(\s*(\[\]|'[a-z-]+')?,?\s*\{[^}]*(hour|timeZone)/.test(text);
  expect(web.filter(({ text }) => writesHours(text)).map(({ file }) => file)).toEqual(['ui/data/japan-text.ts']);
  expect(
    sourcesOf(SERVER)
      .filter(({ text }) => writesHours(text))
      .map(({ file }) => file)
      .sort(),
  ).toEqual(['mail/compose-mail.ts', 'notifications/calendar.ts', 'platform/i18n/japan-time.ts']);
});
