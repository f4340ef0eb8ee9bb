import { HYBRIDS, type Hybrid } from '../facts.ts';
import { type Excludable, exclusionOf, type LotFilter } from '../filter.ts';
import { plainGrade } from '../grade-words.ts';
import { isSalesPage, PAGE_RULES, type PageType } from '../page-types.ts';
import { type ChoiceTerm, isChoice, isRange, type RangeKind, type RangeTerm, splitModel, type Term } from './terms.ts';

/** The filters that a line names; all others are absent. */
export type NamedFilter = Partial<LotFilter>;

interface FilterOptions {
  pageType: PageType;
  /** Words of the line that are looked for in trims, equipment and remarks. */
  words?: readonly string[];
  /** Grades as lots have them, so that 4 also finds `4.0`. */
  conditions?: readonly string[];
}

const ANY_HYBRID: Hybrid[] = HYBRIDS.filter((hybrid) => hybrid !== 'none');
/** Repair grades and worse; grade 1 is an altered car. */
const NO_REPAIR = '0' as const;
const MAX_VALUES = 50;

/** The filter that the terms of one reading mean on a page. */
export function toFilter(
  terms: readonly Term[],
  { pageType, words = [], conditions = [] }: FilterOptions,
): NamedFilter {
  const filter: NamedFilter = {};
  const choices = terms.filter(isChoice);
  const included = choices.filter(({ isExcluded }) => !isExcluded);
  const valuesOf = (kind: ChoiceTerm['kind']): string[] =>
    [...new Set(included.filter((term) => term.kind === kind).flatMap(({ values }) => values))].slice(0, MAX_VALUES);
  const set = (key: keyof LotFilter, values: readonly (string | number)[]): void => {
    if (values.length > 0) Object.assign(filter, { [key]: values });
  };

  const models = valuesOf('model').map(splitModel);
  set('maker', [...new Set([...valuesOf('maker'), ...models.map(({ maker }) => maker)])]);
  set('model', [...new Set(models.map(({ model }) => model))]);
  set('color', valuesOf('color'));
  set('gearbox', valuesOf('gearbox'));
  set('auction', valuesOf('house'));
  set('condition', asLotsHave(valuesOf('condition'), conditions));
  set('chassis', valuesOf('chassis'));
  set('trim', valuesOf('trim'));
  set('body', valuesOf('body'));
  set('steering', valuesOf('steering'));
  set('interior', valuesOf('interior'));
  set('drive', [...new Set(valuesOf('drive').map(driveKind))]);
  const energies = valuesOf('energy').map(energyOf);
  set('fuel', [...new Set(energies.flatMap(({ fuel }) => fuel ?? []))]);
  set('hybrid', [...new Set(energies.flatMap(({ hybrid }) => hybrid ?? []))]);
  if (PAGE_RULES[pageType].source === 'auction') set('date', valuesOf('date'));
  if (terms.some(({ kind }) => kind === 'noRepair')) filter.repaired = [NO_REPAIR];
  set('words', [...valuesOf('equipment'), ...words].slice(0, MAX_VALUES));
  set('not', exclusionsIn(choices));
  setRanges(filter, terms.filter(isRange), pageType);
  const lot = terms.find((term) => term.kind === 'lotNo');
  if (lot) filter.search = `lotNo-${lot.lotNo}`;
  return filter;
}

const asLotsHave = (grades: readonly string[], conditions: readonly string[]): string[] =>
  grades.flatMap((grade) => {
    const own = conditions.filter((condition) => plainGrade(condition) === grade);
    return own.length > 0 ? own : [grade];
  });

const driveKind = (drive: string): '2wd' | '4wd' => (drive === '4wd' ? '4wd' : '2wd');

/** The fuel and the hybrid kind behind a buyer's word. */
function energyOf(energy: string): { fuel?: string; hybrid?: Hybrid[] } {
  if (energy === 'hybrid') return { hybrid: ANY_HYBRID };
  return energy === 'series' || energy === 'plugIn' ? { hybrid: [energy] } : { fuel: energy };
}

const EXCLUDED_AS: Partial<Record<ChoiceTerm['kind'], Excludable>> = {
  ...{ maker: 'maker', model: 'model', color: 'color', gearbox: 'gearbox', house: 'auction', condition: 'condition' },
  ...{ drive: 'drive', body: 'body', trim: 'trim', steering: 'steering' },
};

function exclusionsIn(choices: readonly ChoiceTerm[]): string[] {
  const excluded = choices.filter(({ isExcluded }) => isExcluded);
  return [
    ...new Set(
      excluded.flatMap(({ kind, values }) => {
        if (kind === 'energy')
          return values
            .map(energyOf)
            .flatMap(({ fuel, hybrid = [] }) => [
              ...(fuel ? [exclusionOf('fuel', fuel)] : []),
              ...hybrid.map((one) => exclusionOf('hybrid', one)),
            ]);
        const name = EXCLUDED_AS[kind];
        const shown =
          kind === 'model'
            ? values.map((value) => splitModel(value).model)
            : kind === 'drive'
              ? values.map(driveKind)
              : values;
        return name ? shown.map((value) => exclusionOf(name, value)) : [];
      }),
    ),
  ].slice(0, MAX_VALUES);
}

type Bounds = Pick<RangeTerm, 'from' | 'to'>;

/** Points such as `2015 2016` make a range; bounds narrow each other; reversed ones are put in order. */
export function mergeRanges(terms: readonly Bounds[]): Bounds {
  const known = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);
  const [froms, tos] = [known(terms.map(({ from }) => from)), known(terms.map(({ to }) => to))];
  const areClosed = froms.length === terms.length && tos.length === terms.length;
  const from = froms.length > 0 ? (areClosed ? Math.min(...froms) : Math.max(...froms)) : undefined;
  const to = tos.length > 0 ? (areClosed ? Math.max(...tos) : Math.min(...tos)) : undefined;
  const isReversed = from !== undefined && to !== undefined && from > to;
  const [low, high] = isReversed ? [to, from] : [from, to];
  return { ...(low === undefined ? {} : { from: low }), ...(high === undefined ? {} : { to: high }) };
}

const MAX_SEATS = 60;

function setRanges(filter: NamedFilter, ranges: readonly RangeTerm[], pageType: PageType): void {
  const name: Partial<Record<RangeKind, string>> = {
    ...{ year: 'year', mileage: 'mileage', engine: 'engine', power: 'power', age: 'age' },
    price: isSalesPage(pageType) ? 'soldPrice' : 'startPrice',
  };
  for (const [kind, terms = []] of Object.entries(Object.groupBy(ranges, (term) => term.kind))) {
    const { from, to } = mergeRanges(terms);
    if (kind === 'seats') {
      const least = from ?? 1;
      const most = Math.min(to ?? MAX_SEATS, least + MAX_VALUES - 1, MAX_SEATS);
      filter.seats = Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index);
    }
    const key = name[kind as RangeKind];
    if (key) Object.assign(filter, { ...(from ? { [`${key}From`]: from } : {}), ...(to ? { [`${key}To`]: to } : {}) });
  }
}

const OF_A_MODEL = ['maker', 'model', 'trim', 'chassis', 'search'] as const;

/** A line's filter on top of the filters that are set: what it names replaces them, exclusions and words are added. */
export function addFilter(set: NamedFilter, named: NamedFilter): NamedFilter {
  const kept: NamedFilter = { ...set };
  if (named.maker || named.model) for (const key of OF_A_MODEL) delete kept[key];
  for (const key of Object.keys(named)) {
    const range = /^(.*)(?:From|To)$/.exec(key)?.[1];
    if (range) for (const bound of [`${range}From`, `${range}To`]) delete kept[bound as keyof NamedFilter];
  }
  const both = (key: 'not' | 'words') => {
    const values = [...new Set([...(kept[key] ?? []), ...(named[key] ?? [])])].slice(0, MAX_VALUES);
    return values.length > 0 ? { [key]: values } : {};
  };
  return { ...kept, ...named, ...both('not'), ...both('words') };
}

/** The filter as the query of an address. */
export const filterParams = (filter: NamedFilter): string =>
  Object.entries(filter)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((item) => [key, item] as const))
    .filter(([, item]) => item !== undefined && item !== '')
    .map(([key, item]) => `${key}=${encodeURIComponent(String(item))}`)
    .join('&');
