import { plainGrade } from '../grade-words.ts';
import type { Dictionary, Meaning } from './dictionary.ts';
import type { Candidate, Reader, UnderstandOptions } from './line-reader.ts';
import { engineBand, type Scale, type ScannedNumber } from './numbers.ts';
import { type ChoiceKind, type Place, type RangeKind, splitModel, type Term } from './terms.ts';

/** Terms of the parts of a line that are understood. */

const GRADES_BY_RANK = ['1', '2', '3', '3.5', '4', '4.5', '5', '6', 'S'];

/** The terms of one meaning of a dictionary key. */
export function toTerms({ kind, values }: Meaning, place: Place, isExcluded: boolean, dictionary: Dictionary): Term[] {
  if (kind === 'noRepair') return [{ kind, ...place }];
  if (kind === 'phrase') return phraseTerms(values, place);
  const shown = kind === 'gearbox' ? gearboxValues(values, dictionary) : values;
  return [{ kind, values: shown, ...place, ...(isExcluded ? { isExcluded: true } : {}) }];
}

function phraseTerms(values: readonly string[], place: Place): Term[] {
  const read = values
    .map((value) => /^(\w+?)(From|To)? (.*)$/.exec(value))
    .map((match) => ({ kind: match?.[1], side: match?.[2], value: match?.[3] ?? '' }));
  const numbers = (kind: string, side: string) => read.find((one) => one.kind === kind && one.side === side)?.value;
  const terms = read.flatMap(({ kind, side, value }): Term[] => {
    if (!side)
      return [{ kind: kind as ChoiceKind, values: [kind === 'model' ? value.replace('/', '\t') : value], ...place }];
    const [from, to] = [numbers(kind ?? '', 'From'), numbers(kind ?? '', 'To')];
    return side === 'To' || to === undefined
      ? [
          {
            kind: kind as RangeKind,
            ...(from ? { from: Number(from) } : {}),
            ...(to ? { to: Number(to) } : {}),
            ...place,
          },
        ]
      : [];
  });
  return terms;
}

/** The gearboxes of lots that buyers mean: `manual` is MT, 5MT, F5; `automatic` is every other. */
function gearboxValues(kinds: readonly string[], { gearboxes }: Dictionary): string[] {
  const isManual = (value: string) => /(MT|^F[3-7]|^C[3-5]|^FM|マニュアル)$/i.test(value) && !/AMT|DMT/i.test(value);
  const found = gearboxes.filter((value) => {
    if (kinds.includes('MT')) return isManual(value);
    if (kinds.includes('CVT')) return /CVT|無段/i.test(value);
    if (kinds.includes('DCT')) return /DCT|AMT|AGS|DSG/i.test(value);
    return !isManual(value) && value !== '' && !/ROTARY/i.test(value);
  });
  return found.length > 0 ? found : kinds.map((kind) => (kind === 'auto' ? 'AT' : kind));
}

/** The total at the door keeps the currency it was given in. */
export function doorTerm(
  amount: ScannedNumber,
  start: number,
  end: number,
  port: string | null,
  { yenPer }: Scale,
): Term {
  const rate = amount.currency ? (yenPer[amount.currency] ?? 1) : 1;
  const back = (yen: number) => Math.round(yen / (amount.currency === 'JPY' ? 1 : rate));
  return {
    kind: 'door',
    start,
    end,
    ...(amount.from === undefined ? {} : { from: back(amount.from) }),
    ...(amount.to === undefined ? {} : { to: back(amount.to) }),
    ...(amount.currency ? { currency: amount.currency } : {}),
    ...(port ? { destination: port } : {}),
  };
}

/**
 * A number beside a model: its generation (`приус 30`, `land cruiser 200`), a displacement that it has (`pcx 125`, `fit
 * 1300`), otherwise the year if there are two digits (`vezel 15`).
 */
export function numberOfModel(reader: Reader, { value, start, end }: ScannedNumber): Term[] | null {
  const { options } = reader;
  const models = modelsOf(reader);
  const digits = end - start;
  if (models.length === 0 || digits < 2 || digits > 4) return null;
  const values = codesOfGeneration(reader, String(value));
  if (values.length > 0) return [{ kind: 'chassis', values, start, end }];
  if (digits > 2) {
    const { from, to } = engineBand(value, { decimals: 0 }, false);
    const hasEngine = models
      .flatMap((model) => options.dictionary.enginesOf.get(model) ?? [])
      .some((cc) => cc >= from && cc <= to);
    return hasEngine ? [{ kind: 'engine', from, to, start, end }] : null;
  }
  const year = 2000 + value;
  return value >= 5 && year <= Number(options.today.slice(0, 4))
    ? [{ kind: 'year', from: year, to: year, start, end }]
    : null;
}

const modelsOf = ({ found }: Reader): string[] =>
  found.flatMap(({ terms }) => terms).flatMap((term) => (term.kind === 'model' ? term.values : []));

/** The last digit of their codes is the engine or drive; other makers count generations with it: T30, T31, T32. */
const SERIES_OF_TEN = ['TOYOTA', 'LEXUS'];

/** The codes of the line's models with this number; a round one can name a series, so that 200 has URJ202 too. */
function codesOfGeneration(reader: Reader, generation: string): string[] {
  return modelsOf(reader).flatMap((model) => {
    const isSeries = generation.endsWith('0') && SERIES_OF_TEN.includes(splitModel(model).maker.toUpperCase());
    return (reader.options.dictionary.codesOf.get(model) ?? []).filter((code) => {
      const number = /^\D+(\d+)/.exec(code)?.[1];
      return number === generation || (isSeries && number?.slice(0, -1) === generation.slice(0, -1));
    });
  });
}

const DIESEL_LITRES = /(\d[.,]\d)[dд](?![\p{L}\d])/uy;

/** `2.8d`: a diesel engine of this size. */
export function readDieselLitres({ text }: Reader, start: number): Candidate | null {
  DIESEL_LITRES.lastIndex = start;
  const litres = DIESEL_LITRES.exec(text)?.[1];
  if (litres === undefined) return null;
  const end = DIESEL_LITRES.lastIndex;
  const band = engineBand(Math.round(Number(litres.replace(',', '.')) * 1000), { decimals: 1 }, true);
  return {
    terms: [
      { kind: 'engine', ...band, start, end },
      { kind: 'energy', values: ['diesel'], start, end },
    ],
    end,
  };
}

/** The term of a lot number. */
export const lotTerm = (lotNo: number, start: number, end: number): Term => ({ kind: 'lotNo', lotNo, start, end });

/** The terms of a scanned number; none for a figure beyond any vehicle. */
export function rangeTerms(scanned: ScannedNumber, start: number, end: number, { isLotNo }: UnderstandOptions): Term[] {
  const { kind, value } = scanned;
  if (kind === 'bare') {
    const isLot = Number.isInteger(value) && value >= 1 && value <= 9_999_999 && (isLotNo?.(value) ?? value >= 100);
    return isLot ? [lotTerm(value, start, end)] : [];
  }
  const range = {
    ...(scanned.from === undefined ? {} : { from: scanned.from }),
    ...(scanned.to === undefined ? {} : { to: scanned.to }),
  };
  if (kind !== 'grade') return isSensible(kind, scanned) ? [{ kind, ...range, start, end }] : [];
  const ranked = GRADES_BY_RANK.map((grade) => ({ grade, rank: grade === 'S' ? 7 : Number(grade) }));
  const values = ranked
    .filter(({ rank }) => rank >= (range.from ?? 0) && rank <= (range.to ?? 9))
    .map(({ grade }) => plainGrade(grade));
  return values.length > 0 ? [{ kind: 'condition', values, start, end }] : [];
}

const GREATEST: Readonly<Record<string, number>> = {
  year: 2100,
  mileage: 9_999_999,
  engine: 99_999,
  price: 999_999_999,
  power: 5_000,
  seats: 99,
  age: 1_200,
};
const isSensible = (kind: string, { from, to }: ScannedNumber): boolean =>
  Number.isInteger(from ?? 0) &&
  Number.isInteger(to ?? 0) &&
  (from ?? to ?? -1) >= 0 &&
  Math.max(from ?? 0, to ?? 0) <= (GREATEST[kind] ?? 0) &&
  (to === undefined || to > 0);

export const MAX_CODES = 30;
const CODE = /[a-z]{1,6}\d{1,3}[a-z]{0,3}(?![\p{L}\d])/uy;
const CODE_WITH_DASH = /[a-z]{1,6}[\s-]\d{1,3}[a-z]{0,3}(?![\p{L}\d])/uy;
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  т: 't',
  у: 'y',
  х: 'x',
  з: 'z',
};

/** The text with Cyrillic characters replaced by the Latin ones of the same shape. */
const inLatin = (text: string): string => text.replace(/[авсенкмортухз]/g, (char) => HOMOGLYPHS[char] ?? char);

/** A model code in full. */
export function readWholeCode({ text }: Reader, place: number, { chassisCodes }: Dictionary): Candidate | null {
  CODE.lastIndex = place;
  const found = CODE.exec(inLatin(text))?.[0];
  if (!found || !chassisCodes.includes(found.toUpperCase())) return null;
  const end = serialEnd(text, place + found.length);
  return { terms: [{ kind: 'chassis', values: [found.toUpperCase()], start: place, end }], end };
}

/** A model code, in full or a part of it, also typed in Cyrillic characters of the same shape. */
export function readCode({ text }: Reader, place: number, { chassisCodes }: Dictionary): Candidate | null {
  const latin = inLatin(text);
  for (const pattern of [CODE, CODE_WITH_DASH]) {
    pattern.lastIndex = place;
    const found = pattern.exec(latin)?.[0];
    const code = found?.replace(/[\s-]/, '').toUpperCase();
    if (!found || !code || code.length < 3) continue;
    const values = chassisCodes.filter((one) => one === code);
    const begun = values.length > 0 ? values : chassisCodes.filter((one) => one.startsWith(code)).slice(0, MAX_CODES);
    // Type codes end with letters for body and trim, which lists of auction houses often leave out: AGH30W is AGH30.
    if (begun.length === 0)
      begun.push(...chassisCodes.filter((one) => code.startsWith(one) && /^[A-Z]{1,3}$/.test(code.slice(one.length))));
    // Buyers leave out the characters of the engine: R34 of ER34, HR34 and BNR34.
    if (begun.length === 0) begun.push(...chassisCodes.filter((one) => one.endsWith(code)).slice(0, MAX_CODES));
    const end = place + found.length;
    if (begun.length > 0)
      return {
        terms: [{ kind: 'chassis', values: begun, start: place, end: serialEnd(text, end) }],
        end: serialEnd(text, end),
      };
  }
  return null;
}

const GENERATION = /(\d{2,3})(?:-?(?:й|м|ой|го|ый|ом))?\s?(?:кузов[а-я]*|body|系|型)(?!\p{L})/uy;

/** `30 кузов`, `30系`: the codes of the line's model with this number. */
export function readGeneration(reader: Reader, place: number): Candidate | null {
  GENERATION.lastIndex = place;
  const number = GENERATION.exec(reader.text)?.[1];
  if (!number) return null;
  const values = codesOfGeneration(reader, number);
  return values.length > 0
    ? { terms: [{ kind: 'chassis', values, start: place, end: GENERATION.lastIndex }], end: GENERATION.lastIndex }
    : null;
}

/** A full chassis number keeps only its code: lists do not search by serial numbers. */
const serialEnd = (text: string, end: number): number =>
  end + (/^-\d{4,8}(?!\d)/.exec(text.slice(end))?.[0].length ?? 0);
