import type { ReplyOf } from '@seri/contract/http.ts';
import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { keyOfText } from '@seri/contract/lots/finder/normalize.ts';
import type { LineCompletion, LineReading, suggestCarAuction } from '@seri/contract/lots/finder/routes.ts';
import { sayFilter } from '@seri/contract/lots/finder/say.ts';
import { modelValue, splitModel, type Term } from '@seri/contract/lots/finder/terms.ts';
import { addFilter, filterParams, type NamedFilter, toFilter } from '@seri/contract/lots/finder/to-filter.ts';
import { lotNumbersIn, type Understood, understand } from '@seri/contract/lots/finder/understand.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { WordLanguage } from '@seri/contract/lots/word-table.ts';
import type { ServerDictionary } from './server-dictionary.ts';

export interface LotQuestions {
  /** Lots that the list of this filter would show to the reader. */
  count(pageType: PageType, filter: LotFilter): Promise<number>;
  /** Which of these numbers a lot of the page has. */
  lotNumbers(pageType: PageType, numbers: readonly number[]): Promise<readonly number[]>;
  /** Models with their numbers of lots on the page. */
  models(pageType: PageType): Promise<readonly { maker: string; model: string; lots: number }[]>;
}

interface SuggestOptions extends ServerDictionary {
  pageType: PageType;
  language: WordLanguage;
  /** The day in Japan. */
  today: string;
  /** A filter without any condition. */
  none: LotFilter;
  /** Filters that are set already. */
  within: NamedFilter;
  /** The reader may see past sales of this kind of vehicle. */
  seesSales: boolean;
}

const MAX_READINGS = 3;
const MAX_COMPLETIONS = 4;
/** Further words are still part of the filter when one of the first ones is; a line with more is no search. */
const MAX_WORDS = 5;

/** Understands a line and counts the lots of its readings, and of the longer lines that begin with it. */
export async function suggest(
  line: string,
  lots: LotQuestions,
  options: SuggestOptions,
): Promise<ReplyOf<typeof suggestCarAuction>> {
  const { pageType, dictionary, today, yenPer } = options;
  if (line.trim() === '') return { readings: [], completions: [], sales: null };
  const numbers = lotNumbersIn(line);
  const existing = new Set(numbers.length > 0 ? await lots.lotNumbers(pageType, numbers) : []);
  const understood = understand(line, { dictionary, today, yenPer, isLotNo: (lotNo) => existing.has(lotNo) });
  const [readings, completions] = await Promise.all([
    readingsOf(understood, lots, options),
    completionsOf(line, lots, options),
  ]);
  const first = readings[0];
  const hasLots = (text: { params: string; lots: number }) => text.lots > 0 && text.params !== first?.params;
  return { readings, completions: completions.filter(hasLots), sales: await salesOf(understood, lots, options) };
}

async function readingsOf(
  { terms, rest, alternatives }: Understood,
  lots: LotQuestions,
  options: SuggestOptions,
): Promise<LineReading[]> {
  const read = await Promise.all([terms, ...alternatives].map((one) => readingOf(one, rest, lots, options)));
  const others = read.slice(1).filter(({ lots: found, params }) => found > 0 && params !== read[0]?.params);
  return read.slice(0, 1).concat(others.slice(0, MAX_READINGS - 1));
}

async function readingOf(
  terms: readonly Term[],
  rest: Understood['rest'],
  lots: LotQuestions,
  { pageType, conditions, language, none, within }: SuggestOptions,
): Promise<LineReading> {
  const named = (words: readonly string[]) => toFilter(terms, { pageType, words, conditions });
  const filterWith = (words: readonly string[]): NamedFilter => addFilter(within, named(words));
  const countOf = (words: readonly string[]) => lots.count(pageType, { ...none, ...filterWith(words) });
  const words = await Promise.all(
    rest.map(async (one, index) => ({ ...one, lots: index < MAX_WORDS ? await countOf([one.text]) : 0 })),
  );
  const kept = words.filter((word) => word.lots > 0).map(({ text }) => text);
  const filter = filterWith(kept);
  return {
    params: terms.length + kept.length > 0 ? filterParams(filter) : '',
    lots: await countOf(kept),
    text: sayFilter(named(kept), language),
    understood: terms.map(({ start, end }) => ({ start, end })),
    rest: words,
    hasDoorPrice: terms.some(({ kind }) => kind === 'door'),
  };
}

/** Names of models that begin with the last word, with everything before it as the filter. */
async function completionsOf(
  line: string,
  lots: LotQuestions,
  { pageType, dictionary, conditions, language, none, today, yenPer, within }: SuggestOptions,
): Promise<LineCompletion[]> {
  const { before, last } = /^(?<before>.*?)(?<last>[^\s,]*)$/su.exec(line)?.groups ?? {};
  const key = keyOfText(last ?? '');
  if (!last || key.length < (/[\u3040-\u30ff\u4e00-\u9fff]/.test(last) ? 1 : 2)) return [];
  const begun = new Set<string>();
  for (const [name, meanings] of dictionary.exact)
    if (name.startsWith(key))
      for (const { kind, values } of meanings) if (kind === 'model') for (const value of values) begun.add(value);
  if (begun.size === 0) return [];
  const { terms } = understand(before ?? '', { dictionary, today, yenPer });
  const models = await lots.models(pageType);
  const likely = models
    .filter(({ maker, model }) => begun.has(modelValue(maker, model)))
    .toSorted((left, right) => right.lots - left.lots)
    .slice(0, MAX_COMPLETIONS);
  return Promise.all(
    likely.map(async ({ maker, model }) => {
      const named: Term = { kind: 'model', values: [modelValue(maker, model)], start: 0, end: 0 };
      const others = terms.filter((term) => term.kind !== 'model' && term.kind !== 'maker');
      const added = toFilter([named, ...others], { pageType, conditions });
      const filter = addFilter(within, added);
      return {
        text: sayFilter(added, language),
        params: filterParams(filter),
        lots: await lots.count(pageType, { ...none, ...filter }),
      };
    }),
  );
}

/** Finds the sales of the line's vehicles: its models, years and grades on the page of sales. */
async function salesOf(
  { terms }: Understood,
  lots: LotQuestions,
  { pageType, conditions, none, seesSales }: SuggestOptions,
): Promise<{ params: string; lots: number } | null> {
  const { vehicle, time } = PAGE_RULES[pageType];
  const names = terms.filter((term) => term.kind === 'model' && splitModel(term.values[0] ?? '').model !== '');
  if (!seesSales || time === 'past' || names.length === 0) return null;
  const page = vehicle === 'bike' ? 'bike-stats' : 'stats';
  const alike = terms.filter(({ kind }) => kind !== 'price' && kind !== 'date' && kind !== 'lotNo' && kind !== 'door');
  const filter = toFilter(alike, { pageType: page, conditions });
  const found = await lots.count(page, { ...none, ...filter });
  return found > 0 ? { params: filterParams(filter), lots: found } : null;
}
