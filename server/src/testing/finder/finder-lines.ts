import { readFileSync } from 'node:fs';
import { buildDictionary, type Dictionary } from '@seri/contract/lots/finder/dictionary.ts';

/** Test data: the lines of the three languages with what they mean, and a dictionary of the demonstration's vehicles. */

const rowsOf = (file: string): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(new URL(`../../../../demo-data/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])));
};

/** The dictionary that a server with the demonstration's lots has. */
export function demoDictionary(): Dictionary {
  const cars = rowsOf('cars.csv');
  const all = [...cars, ...rowsOf('motorcycles.csv')];
  const split = (text: string | undefined) => (text ?? '').split(/[|/ @]/).filter(Boolean);
  return buildDictionary({
    makers: [...new Set(all.map(({ maker = '' }) => maker))],
    models: all.map(({ maker = '', model = '' }) => ({ maker, model })),
    houses: [...rowsOf('houses.csv'), ...rowsOf('bike-houses.csv')].map(({ name = '' }) => name),
    colors: 'PEARL WHITE|WHITE|BLACK|SILVER|GRAY|GUNMETAL|BLUE|NAVY|RED|WINE|BEIGE|BROWN|GREEN|YELLOW|ORANGE'.split(
      '|',
    ),
    gearboxes: ['AT', 'CVT', 'MT', '5MT', '6MT', 'DCT', 'ROTARY'],
    chassisCodes: cars.flatMap(({ maker = '', model = '', codes }) =>
      split(codes).map((code) => ({ maker, model, code })),
    ),
    engines: all.map(({ maker = '', model = '', engine_cc: engineCc }) => ({
      maker,
      model,
      engineCc: Number(engineCc),
    })),
    trims: cars.flatMap(({ maker = '', model = '', grades = '' }) =>
      grades.split('|').map((trim) => ({ maker, model, trim })),
    ),
    aliases: [],
  });
}

export interface Line {
  text: string;
  /** Compact: `PRIUS` a model, `@TOYOTA` a maker, `y=2015-2018`, `!color=WHITE`, `+SR` equipment, `?word` the rest. */
  meaning: string[];
}

export const linesIn = (language: 'en' | 'ru' | 'ja'): Line[] =>
  readFileSync(new URL(`./lines/${language}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', meaning = ''] = line.split(' => ');
      return { text, meaning: meaning.split(' ').toSorted() };
    });
