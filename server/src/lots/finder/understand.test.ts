import { splitModel, type Term } from '@seri/contract/lots/finder/terms.ts';
import { type Understood, understand } from '@seri/contract/lots/finder/understand.ts';
import { expect, test } from 'vitest';
import { demoDictionary, linesIn } from '../../testing/finder/finder-lines.ts';

const dictionary = demoDictionary();
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
