import { EQUIPMENT } from '../equipment-words.ts';
import { HYBRIDS } from '../facts.ts';
import { exclusionsOf } from '../filter.ts';
import { colorIn } from '../vehicle-words.ts';
import { findWord, type WordLanguage } from '../word-table.ts';
import type { NamedFilter } from './to-filter.ts';

/**
 * A filter as a line that {@link understand} reads as the same filter: for recent searches and messengers. Only filters
 * that a line can name are said.
 */
export function sayFilter(filter: NamedFilter, language: WordLanguage): string {
  const words = WORDS[language];
  const not = exclusionsOf(filter.not ?? []);
  const color = (value: string) => colorIn(value, language).toLowerCase();
  const range = (name: RangeName, unit: string) => bounds(filter[`${name}From`], filter[`${name}To`], unit, words);
  const hybrid = filter.hybrid ?? [];
  const isAnyHybrid = hybrid.length === HYBRIDS.length - 1;
  const parts = [
    ...names(filter.maker ?? [], filter.model ?? []),
    ...(filter.trim ?? []),
    ...year(filter.yearFrom, filter.yearTo, words),
    ...(filter.color ?? []).map(color),
    ...(filter.fuel ?? []).map((fuel) => words.value[fuel] ?? fuel),
    ...(isAnyHybrid ? [words.value.hybrid ?? ''] : hybrid.map((kind) => words.value[kind] ?? kind)),
    ...(filter.drive ?? []),
    ...gearbox(filter.gearbox ?? [], words),
    ...(filter.body ?? []).map((body) => words.value[body] ?? body),
    ...(filter.steering ?? []).map((side) => words.value[side] ?? side),
    ...range('engine', words.cc),
    ...range('power', words.ps),
    ...seats(filter.seats ?? [], words),
    ...range('mileage', words.km),
    ...range('age', words.months),
    ...range('startPrice', words.yen),
    ...range('soldPrice', words.yen),
    ...grades(filter.condition ?? [], words),
    ...(filter.interior ?? []).map((grade) => `${words.interior} ${grade}`),
    ...(filter.repaired?.includes('0') ? [words.noRepair] : []),
    ...(filter.auction ?? []),
    ...(filter.chassis ?? []),
    ...(filter.date ?? []),
    ...(filter.search?.startsWith('lotNo-') ? [`${words.lot} ${filter.search.slice('lotNo-'.length)}`] : []),
    ...(not.maker ?? []).map((name) => `${words.not} ${name}`),
    ...(not.model ?? []).map((name) => `${words.not} ${name}`),
    ...(not.color ?? []).map((name) => `${words.not} ${color(name)}`),
    ...(not.auction ?? []).map((name) => `${words.not} ${name}`),
    ...(filter.words ?? []).map((word) => findWord(EQUIPMENT, word, language)?.toLowerCase() ?? word),
  ];
  return parts.filter(Boolean).join(', ');
}

type RangeName = 'engine' | 'power' | 'mileage' | 'age' | 'startPrice' | 'soldPrice';

interface Phrases {
  value: Readonly<Record<string, string>>;
  from: string;
  to: string;
  ofYear: string;
  km: string;
  cc: string;
  ps: string;
  yen: string;
  months: string;
  seats: string;
  grade: string;
  or: string;
  interior: string;
  noRepair: string;
  lot: string;
  not: string;
}

const WORDS: Readonly<Record<WordLanguage, Phrases>> = {
  en: {
    value: {
      ...{ petrol: 'petrol', diesel: 'diesel', lpg: 'LPG', cng: 'CNG', hydrogen: 'hydrogen', electric: 'electric' },
      ...{
        hybrid: 'hybrid',
        series: 'e-power',
        plugIn: 'plug-in hybrid',
        MT: 'manual',
        auto: 'automatic',
        CVT: 'CVT',
        DCT: 'DCT',
      },
      ...{ left: 'left hand drive', right: 'right hand drive', wagon: 'station wagon' },
    },
    ...{
      from: 'from',
      to: 'up to',
      ofYear: '',
      km: 'km',
      cc: 'cc',
      ps: 'hp',
      yen: 'yen',
      months: 'months',
      seats: 'seats',
    },
    ...{ grade: 'grade', or: 'or', interior: 'interior', noRepair: 'no repair history', lot: 'lot', not: 'not' },
  },
  ru: {
    value: {
      ...{ petrol: 'бензин', diesel: 'дизель', lpg: 'газ', cng: 'метан', hydrogen: 'водород', electric: 'электро' },
      ...{ hybrid: 'гибрид', series: 'e-power', plugIn: 'подключаемый гибрид', MT: 'механика', auto: 'автомат' },
      ...{
        CVT: 'вариатор',
        DCT: 'робот',
        left: 'левый руль',
        right: 'правый руль',
        sedan: 'седан',
        hatchback: 'хэтчбек',
      },
      ...{ wagon: 'универсал', minivan: 'минивэн', suv: 'внедорожник', coupe: 'купе', convertible: 'кабриолет' },
      ...{ van: 'фургон', pickup: 'пикап', truck: 'грузовик', bus: 'автобус' },
    },
    ...{
      from: 'от',
      to: 'до',
      ofYear: ' года',
      km: 'км',
      cc: 'куб',
      ps: 'л.с.',
      yen: 'иен',
      months: 'месяцев',
      seats: 'мест',
    },
    ...{ grade: 'оценка', or: 'или', interior: 'салон', noRepair: 'без ремонта', lot: 'лот', not: 'не' },
  },
};

/** Names of models that are words or numbers of their own need their maker before them. */
const names = (makers: readonly string[], models: readonly string[]): string[] =>
  models.length === 0
    ? [...makers]
    : models.map((model, index) => `${makers[index] ?? (makers.length === 1 ? makers[0] : '')} ${model}`.trim());

function year(from: number | undefined, to: number | undefined, { from: since, to: until, ofYear }: Phrases): string[] {
  if (from && to) return [from === to ? String(from) : `${from}-${to}`];
  if (from) return [`${since} ${from}${ofYear}`];
  return to ? [`${until} ${to}${ofYear}`] : [];
}

function bounds(from: number | undefined, to: number | undefined, unit: string, words: Phrases): string[] {
  if (from && to) return [from === to ? `${grouped(from)} ${unit}` : `${grouped(from)}-${grouped(to)} ${unit}`];
  if (from) return [`${words.from} ${grouped(from)} ${unit}`];
  return to ? [`${words.to} ${grouped(to)} ${unit}`] : [];
}

/** 4000000 as `4 000 000`, with spaces at which no line breaks. */
const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');

function seats(numbers: readonly number[], words: Phrases): string[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length === 0 ? [] : bounds(least, most, words.seats, words);
}

const grades = (conditions: readonly string[], { grade, or }: Phrases): string[] =>
  conditions.length === 0 ? [] : [`${grade} ${conditions.join(` ${or} `)}`];

/** The gearboxes of lots by the buyer's word for all of them. */
function gearbox(values: readonly string[], { value }: Phrases): string[] {
  if (values.length === 0) return [];
  const isManual = values.every((one) => /MT$|^F\d|^C\d/.test(one) && !/AMT/.test(one));
  if (isManual) return [value.MT ?? ''];
  if (values.every((one) => /CVT/.test(one))) return [value.CVT ?? ''];
  return [(values.every((one) => /DCT|AMT/.test(one)) ? value.DCT : value.auto) ?? ''];
}
