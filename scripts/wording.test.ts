import { describe, expect, test } from 'vitest';
import en from '../web/src/locales/en.json' with { type: 'json' };
import { findUnused } from './checks/unused-texts.ts';
import { fileWording, localeWording, QUOTED, wordingOf } from './checks/wording.ts';

describe('wording', () => {
  test.each([
    'Add to favourites',
    'Choose another colour',
    'The bid was cancelled',
    "We don't recognise this value",
    'Your car stands in the yard',
    'Reckoned for your bid',
    'With agent fee and haulage',
    'Whoever has the link sees the lot',
    'Enter your e-mail address',
    'We sent you a mail',
    'Last log-in',
    'Where you are signed in',
    'Ask him for a deposit',
    'The car was not sold in the hall',
    'Papers for export',
    'Take back the change',
    'All in all',
    'You are told the result',
  ])('refuses the English text "%s"', (text) => {
    expect(wordingOf(text, 'en')).toHaveLength(1);
  });

  test.each([
    'Дом снял лот',
    'Учётная запись отключена',
    'Ваш E-mail',
    'Другие торги с этой машиной',
    'Отсечка агента прошла',
    'Здесь стоят слова',
    'Это название значит другое',
    'Выбирает тип экспорта',
    'Учебные данные',
    'Мотор, цвет',
    'Ваша ставка победила',
  ])('refuses the Russian text "%s"', (text) => {
    expect(wordingOf(text, 'ru')).toHaveLength(1);
  });

  test.each([
    ['en', 'Add to favorites, in another color; the bid is canceled, and they can log in by email'],
    ['en', 'Contact your manager: the understanding of the notepaper in the challenge is outstanding'],
    ['ru', 'Аукцион снял лот: автомобиль вернётся домой, моторное масло отдельно'],
    ['ru', 'Рядом стоящий автомобиль стоит дороже'],
  ] as const)('in %s "%s" is accepted', (language, text) => {
    expect(wordingOf(text, language)).toEqual([]);
  });

  test('ignores names of placeholders and addresses', () => {
    expect(wordingOf('Auction house: {{house}}, see https://haulage.example/papers', 'en')).toEqual([]);
  });

  test('finds a number that may be separated from its unit', () => {
    expect(wordingOf('Bid of {{amount}} ¥', 'en')).toHaveLength(1);
    expect(wordingOf('через {{minutes}} мин', 'ru')).toHaveLength(1);
    expect(wordingOf('up to 10 MB', 'en')).toHaveLength(1);
    expect(wordingOf('Bid of {{amount}}\u00a0¥, up to 10\u00a0MB', 'en')).toEqual([]);
    expect(wordingOf('from {{first}} to {{last}} and 3 more', 'en')).toEqual([]);
  });

  test('fixed texts stay word for word, and only they may break a rule', () => {
    const texts: Record<string, string> = { ...en };
    expect(localeWording(texts, 'en')).toEqual([]);
    for (const key of Object.keys(QUOTED)) {
      expect(localeWording({ ...texts, [key]: 'Something else' }, 'en'), key).toHaveLength(1);
    }
    expect(localeWording({ ...texts, 'Error.Bid.Closed': 'Too late' }, 'en')).toHaveLength(1);
    expect(localeWording({ ...texts, 'lots.name': 'Cancelled' }, 'en')).toEqual([
      'en.json lots.name says "Cancelled", better: canceled, canceling',
    ]);
  });

  test('reads texts in source files, but no comments, keys and quoted texts', () => {
    const source = [
      '/** Told to whoever stands in the hall. */',
      "const TEXTS = { haulage: 'Transport in Japan', status: 'Cancelled', key: 'haulage' };",
      "const wrong = 'The price with haulage';",
      "const russian = 'Ваша машина';",
    ].join('\n');
    expect(fileWording('server/src/a.ts', source)).toEqual([
      'server/src/a.ts says "haulage", better: transport in Japan in "The price with haulage"',
      'server/src/a.ts says "машина", better: автомобиль in "Ваша машина"',
    ]);
    expect(fileWording('pages/a.en.md', '# Title\n\nThe car stands here.')).toHaveLength(1);
  });
});

describe('unused texts', () => {
  const source = `t('Menu.Bids'); textOf(\`LotStatus.\${status}\`, 'Common.Any'); t(\`lots.\${page}.title\`);`;

  test('a text that is named, in whole or as part of a composed key, is used', () => {
    expect(findUnused(['Menu.Bids', 'Common.Any', 'LotStatus.4532', 'lots.car.title'], source)).toEqual([]);
  });

  test('finds a text that no source names', () => {
    expect(findUnused(['Menu.Bid', 'lots.car.lead', 'Status.4532'], source)).toEqual([
      'the text Menu.Bid is used by no screen',
      'the text lots.car.lead is used by no screen',
      'the text Status.4532 is used by no screen',
    ]);
  });
});
