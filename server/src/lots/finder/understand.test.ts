import { lotFilter } from '@seri/contract/lots/filter.ts';
import { buildDictionary } from '@seri/contract/lots/finder/dictionary.ts';
import { sayFilter } from '@seri/contract/lots/finder/say.ts';
import { splitModel, type Term } from '@seri/contract/lots/finder/terms.ts';
import { toFilter } from '@seri/contract/lots/finder/to-filter.ts';
import { type Understood, understand } from '@seri/contract/lots/finder/understand.ts';
import { expect, test } from 'vitest';
import { demoDictionary, linesIn } from '../../testing/finder/finder-lines.ts';

const dictionary = demoDictionary();
const EMPTY = {
  ...{
    makers: [],
    models: [],
    houses: [],
    colors: [],
    gearboxes: [],
    chassisCodes: [],
    engines: [],
    trims: [],
    aliases: [],
  },
};
const options = { dictionary, today: '2026-11-25', yenPer: { JPY: 1, USD: 150, RUB: 1.8, EUR: 165 } };

const SHORT: Record<string, string> = {
  ...{ year: 'y', mileage: 'km', engine: 'cc', price: 'yen', power: 'hp', seats: 'seats', age: 'age', house: 'house' },
  ...{
    condition: 'g',
    chassis: 'code',
    trim: 't',
    energy: 'fuel',
    gearbox: 'gear',
    interior: 'int',
    steering: 'steer',
  },
};
const joined = (text: string) => text.replaceAll(' ', '_');
const GRADES = '1 2 3 3.5 4 4.5 5 6 S';

function short(term: Term): string[] {
  const not = 'isExcluded' in term && term.isExcluded ? '!' : '';
  if (term.kind === 'noRepair') return ['no-repair'];
  if (term.kind === 'lotNo') return [`lot=${term.lotNo}`];
  if (term.kind === 'door')
    return [`door=-${term.to}${term.currency ?? ''}${term.destination ? `@${term.destination}` : ''}`];
  if ('values' in term) {
    const name = SHORT[term.kind] ?? term.kind;
    if (term.kind === 'model') return term.values.map((value) => joined(splitModel(value).model));
    if (term.kind === 'maker') return term.values.map((value) => `@${joined(value)}`);
    if (term.kind === 'equipment') return term.values.map((value) => `+${value}`);
    if (term.kind === 'gearbox') return [`gear=${term.values.includes('AT') ? 'auto' : (term.values[0] ?? '')}`];
    if (term.kind === 'chassis') return [`code=${term.values[0]}`];
    if (term.kind === 'condition' && term.values.length > 1 && GRADES.endsWith(term.values.join(' ')))
      return [`g=${term.values[0]}+`];
    return term.values.map((value) => `${not}${name}=${joined(value)}`);
  }
  const isPoint = term.from === term.to;
  return [`${SHORT[term.kind]}=${term.from ?? ''}${isPoint ? '' : `-${term.to ?? ''}`}`];
}

const shortOf = ({ terms, rest }: Understood): string[] =>
  [...terms.flatMap(short), ...rest.map(({ text }) => `?${joined(text)}`)].toSorted();

// @covers FIND-04
test.each(['en', 'ru', 'ja'] as const)('understands the lines of people who write %s', (language) => {
  const lines = linesIn(language);
  expect(lines.length).toBeGreaterThanOrEqual(300);
  const misread = lines.flatMap(({ text, meaning }) => {
    const read = shortOf(understand(text, options));
    return JSON.stringify(read) === JSON.stringify(meaning)
      ? []
      : [`${text}: ${meaning.join(' ')} | ${read.join(' ')}`];
  });
  expect(misread).toEqual([]);
});

const pageType = 'car-auction';
const filterOf = (text: string) => {
  const { terms, rest } = understand(text, options);
  const words = rest.map((one) => one.text).filter((word) => understand(word, options).terms.length === 0);
  return toFilter(terms, { pageType, words });
};
const sorted = (filter: object) =>
  Object.entries(filter)
    .map(([key, value]) => [key, Array.isArray(value) ? value.map(String).toSorted() : value])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));

// @covers FIND-04
test.each(['en', 'ru'] as const)('says a filter in %s as a line with the same filter', (language) => {
  const changed = [...linesIn('en'), ...linesIn('ru'), ...linesIn('ja')].flatMap(({ text }) => {
    const filter = filterOf(text);
    const said = sayFilter(filter, language);
    const again = filterOf(said);
    return JSON.stringify(sorted(again)) === JSON.stringify(sorted(filter))
      ? []
      : [`${text} → ${said}: ${JSON.stringify(filter)} ${JSON.stringify(again)}`];
  });
  expect(changed).toEqual([]);
});

/** Pieces of lines and of scripts, so that random lines are not only unknown words. */
const PIECES = [
  ...'abzQ09 .,-+/$¥€№#<>~万年円以下アーッのﾌﾟ漢字ёжяЙ🚗\u0000\u200d\ufe0f%_\\\'"();',
  '平成',
  'до ',
  'prius',
  'H27',
  '4.5',
  '60k',
];
const seed = Number(process.env.FINDER_SEED ?? 1);

// @covers FIND-04
test('reads 100,000 random lines without an error, with places inside the line', () => {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let run = 0; run < 100_000; run += 1) {
    const line = Array.from({ length: next(14) }, () => PIECES[next(PIECES.length)]).join('');
    const read = understand(line, options);
    for (const { start, end } of [...read.terms, ...read.rest])
      if (!(start >= 0 && start < end && end <= line.length)) throw new Error(`wrong place in ${JSON.stringify(line)}`);
    if (!lotFilter.safeParse(asParams(toFilter(read.terms, { pageType }))).success)
      throw new Error(`no filter of a listing: ${JSON.stringify(line)}`);
  }
}, 120_000);

const asParams = (filter: object) =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

test.each(['', '   ', '\t\n', 'x'.repeat(10_000), 'プ'.repeat(10_000), '9'.repeat(10_000), '🚗'.repeat(500)])(
  'answers a line without meaning: %#',
  (line) => {
    expect(understand(line, options).terms).toEqual([]);
  },
);

test('keeps both readings of an ambiguous line', () => {
  const { alternatives } = understand('vezel 2021', { ...options, isLotNo: (lotNo) => lotNo === 2021 });
  expect(alternatives.map((terms) => terms.flatMap(short))).toEqual([['VEZEL', 'lot=2021']]);
  expect(understand('aqua 300k', options).alternatives.flat().flatMap(short)).toContain('km=-300000');
});

test('reads a number alone as a lot number only where such a lot exists', () => {
  expect(understand('4021', { ...options, isLotNo: () => false })).toMatchObject({
    terms: [],
    rest: [{ text: '4021' }],
  });
});

test('adds the names of the feed and the spellings of managers', () => {
  const own = buildDictionary({
    ...EMPTY,
    models: [{ maker: 'TOYOTA', model: 'Ｎｅｗ Thing' }],
    aliases: [{ kind: 'color', value: 'SUNSET', spelling: 'закатный' }],
  });
  const { terms } = understand('new thing закатный', { ...options, dictionary: own });
  expect(terms.flatMap(short)).toEqual(['Ｎｅｗ_Thing', 'color=SUNSET']);
});
