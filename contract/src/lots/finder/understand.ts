import type { Meaning } from './dictionary.ts';
import {
  type Candidate,
  isBoundary,
  isWordChar,
  piecesOf,
  type Reader,
  startsSign,
  stretches,
  type UnderstandOptions,
  wordAt,
} from './line-reader.ts';
import { readGrades, readInterior, readLotNo } from './marks.ts';
import {
  compactOf,
  foldKey,
  isDigit,
  isHiragana,
  isJapanese,
  isKatakana,
  isLetter,
  isOneEdit,
  keyOf,
  normalizeLine,
  otherLayout,
} from './normalize.ts';
import { scanNumber } from './numbers.ts';
import { readDay, readDestination, readDoorWords } from './phrases.ts';
import {
  doorTerm,
  lotTerm,
  numberOfModel,
  rangeTerms,
  readCode,
  readDieselLitres,
  readGeneration,
  readWholeCode,
  toTerms,
} from './term-candidates.ts';
import { type ChoiceTerm, type Place, splitModel, type Term } from './terms.ts';
import { EXCLUDE_AFTER, EXCLUDE_BEFORE, FILLERS } from './words.ts';

export interface Understood {
  terms: Term[];
  /** Stretches that are no filter, as typed; they are looked for in equipment, remarks and trims. */
  rest: (Place & { text: string })[];
  /** Other readings of the line, each in full. */
  alternatives: Term[][];
}

const MAX_ALTERNATIVES = 3;
const MIN_TYPO_LENGTH = 5;

/**
 * Understands a line by a fixed grammar: numbers with their meaning, the dictionary's longest match, then spellings by
 * sound, with one typing error, and on the other keyboard layout. Never throws; reads the first 300 characters.
 */
export function understand(typed: string, options: UnderstandOptions): Understood {
  const line = normalizeLine(typed);
  const { text } = line;
  const reader: Reader = { text, typed, line, options, pieces: piecesOf(text), found: [] };
  const rest: Place[] = [];
  for (let place = 0; place < text.length; ) {
    if (!isWordChar(text.charAt(place)) && !startsSign(text, place)) {
      place += 1;
      continue;
    }
    const candidate = isBoundary(text, place) ? read(reader, place) : null;
    if (candidate && !candidate.isRest) {
      reader.found.push(candidate);
      place = suffixEnd(text, candidate.end);
      continue;
    }
    const filler = candidate ? place : fillerEnd(reader, place);
    if (filler > place) {
      place = filler;
      continue;
    }
    const end = candidate?.end ?? restEnd(reader, place);
    const last = rest.at(-1);
    if (last && /^ +$/.test(text.slice(last.end, place))) last.end = end;
    else rest.push({ start: place, end });
    place = end;
  }
  const found = settle(reader);
  const asTyped = ({ start, end }: Place): Place => ({
    start: line.at[start] ?? 0,
    end: line.ends[end - 1] ?? typed.length,
  });
  const toTerms = (candidates: readonly Candidate[]): Term[] =>
    candidates.flatMap(({ terms }) => terms.map((term) => ({ ...term, ...asTyped(term) })));
  return {
    terms: toTerms(found),
    rest: rest.map((one) => ({ ...asTyped(one), text: text.slice(one.start, one.end) })),
    alternatives: alternativesOf(found).map(toTerms),
  };
}

/** Every whole number of a line that may be a lot number; its caller looks up which of them exist. */
export function lotNumbersIn(typed: string): number[] {
  const numbers = normalizeLine(typed).text.match(/(?<![\d.,])\d{1,7}(?![\d.,])/g) ?? [];
  return [...new Set(numbers.map(Number))].filter((number) => number > 0).slice(0, 8);
}

function read(reader: Reader, place: number): Candidate | null {
  const { text, options } = reader;
  const word = readWord(reader, place);
  const excluded = readExcluded(reader, place);
  if (excluded && (!word || word.end <= excluded.wordEnd)) return excluded;
  const mark = readMark(reader, place);
  const number = readAmount(reader, place);
  const best = [mark, word, number]
    .filter((one) => one !== null)
    .reduce<Candidate | null>(
      (most, one) =>
        most === null || one.end > most.end || (most.isWeak && !one.isWeak && one.end === most.end) ? one : most,
      null,
    );
  // All of `HV37` and `FJA300`, whose beginnings are words, and not the year of `S15`.
  const code = readWholeCode(reader, place, options.dictionary);
  if (code && (!best || code.end > best.end || (code.end === best.end && best === number))) return code;
  if (best && !best.isWeak) return withOtherReadings(best, [mark, word, number]);
  if (best) return best;
  if (FILLERS.has(wordAt(text, place))) return null;
  return readApproximate(reader, place) ?? readCode(reader, place, options.dictionary);
}

/** Two certain readings of the same stretch are alternatives of each other. */
function withOtherReadings(best: Candidate, all: readonly (Candidate | null)[]): Candidate {
  if (best.other) return best;
  const other = all.find((one) => one && one !== best && one.end === best.end);
  return other ? { ...best, other: other.terms } : best;
}

function readWord(reader: Reader, place: number): Candidate | null {
  const { text, options } = reader;
  for (const { end, key } of stretches(reader, place)) {
    const trims = key.length > 1 || isLoneTrim(reader, place) ? trimMeanings(reader, key) : undefined;
    const meanings = options.dictionary.exact.get(key) ?? trims;
    if (!meanings || isCutOff(text, place, end) || isTornKatakana(reader, place, end, isName(meanings))) continue;
    const candidate = toCandidate(reader, meanings, { start: place, end });
    if (candidate) return candidate;
    if (isWordChar(text.charAt(end)) && end - place < 2) return null;
  }
  return null;
}

/** One letter is a trim only as a capital, or before the word itself: `aqua S`, `aqua s grade`. */
const isLoneTrim = ({ text, typed, line }: Reader, place: number): boolean =>
  /^[a-z]$/.test(text.charAt(place)) &&
  (/[A-Z]/.test(typed.charAt(line.at[place] ?? 0)) || /^.(?: grade| trim|グレード)/u.test(text.slice(place)));

/** A short part before a hyphen or letter belongs to what follows: the `e` of `e-power`, the `4` of `Z 4WD`. */
const isCutOff = (text: string, start: number, end: number): boolean =>
  (/\s/.test(text.slice(start, end)) && /[\p{Script=Latin}\p{Script=Cyrillic}\d]/u.test(text.charAt(end))) ||
  (text.charAt(end) === '-' &&
    isLetter(text.charAt(end + 1)) &&
    /(?:^|\s)\p{L}$/u.test(text.slice(0, end)) &&
    /\s/.test(text.charAt(end - 2)));

/** Trims are understood beside their model only. */
function trimMeanings(reader: Reader, key: string): Meaning[] | undefined {
  const models = reader.found.flatMap(({ terms }) => terms).filter(({ kind }) => kind === 'model') as ChoiceTerm[];
  const { trims, trimKeys } = reader.options.dictionary;
  const values = models.flatMap((term) =>
    term.values.flatMap((model) => trims.get(model)?.get(key) ?? trims.get(model)?.get(trimKeys.get(key) ?? '') ?? []),
  );
  return values.length > 0 ? [{ kind: 'trim', values: [...new Set(values)] }] : undefined;
}

/** Shorter names in katakana are also beginnings of other words. */
const MIN_NAME_LENGTH = 4;
const isName = (meanings: readonly Meaning[]): boolean =>
  meanings.some(({ kind }) => kind === 'model' || kind === 'maker');

/** A word in katakana must not end inside a longer one, unless it is a name or another word follows at once. */
function isTornKatakana(reader: Reader, place: number, end: number, names: boolean): boolean {
  const { text, options } = reader;
  if (!isKatakana(text.charAt(end)) || !isKatakana(text.charAt(end - 1))) return false;
  if (end - place >= MIN_NAME_LENGTH && names) return false;
  return !stretches(reader, end).some(
    ({ key }) =>
      options.dictionary.exact.has(key) ||
      trimMeanings(reader, key) !== undefined ||
      options.dictionary.trimKeys.has(key),
  );
}

/** Lower-case words that are far more often plain English. */
const NEEDS_CAPITALS = new Set(['at', 'is', 'it', 'no', 'or', 'on', 'in', 'by', 'up', 'es']);

function toCandidate(reader: Reader, meanings: readonly Meaning[], { start, end }: Place): Candidate | null {
  const { text, typed, line, options } = reader;
  const asTyped = typed.slice(line.at[start], line.ends[end - 1]);
  if (NEEDS_CAPITALS.has(text.slice(start, end)) && asTyped !== asTyped.toUpperCase()) return null;
  const makers = reader.found
    .flatMap(({ terms }) => terms)
    .flatMap((term) => (term.kind === 'maker' ? term.values : []));
  const isBeside = ({ values }: Meaning) => values.some((value) => makers.includes(splitModel(value).maker));
  const possible = meanings.filter(
    (meaning) => !meaning.needsMaker || isBeside(meaning) || (/^[A-Z]{2}$/.test(asTyped) && asTyped !== typed.trim()),
  );
  if (possible.length === 0) return null;
  const model = possible.find(({ kind }) => kind === 'model');
  const first = model && (isBeside(model) || possible[0]?.kind === 'maker') ? model : (possible[0] as Meaning);
  const other = possible.find((meaning) => meaning !== first);
  const narrowed =
    first.kind === 'model' && makers.length > 0 && isBeside(first)
      ? { ...first, values: first.values.filter((value) => makers.includes(splitModel(value).maker)) }
      : first;
  const spelled =
    narrowed.values.length > 1 ? (options.dictionary.bySpelling.get(compactOf(text.slice(start, end))) ?? []) : [];
  const own = narrowed.values.filter((value) => spelled.includes(value));
  const excludedEnd = excludedAfter(text, end);
  const terms = toTerms(
    own.length > 0 ? { ...narrowed, values: own } : narrowed,
    { start, end: excludedEnd },
    excludedEnd > end,
    reader.options.dictionary,
  );
  return {
    terms,
    end: excludedEnd,
    ...(other ? { other: toTerms(other, { start, end }, false, reader.options.dictionary) } : {}),
  };
}

const excludedAfter = (text: string, end: number): number => {
  const place = text.charAt(end) === ' ' ? end + 1 : end;
  const word = EXCLUDE_AFTER.find((one) => text.startsWith(one, place));
  return word ? place + word.length : end;
};

const EXCLUDABLE = new Set<Term['kind']>([
  'maker',
  'model',
  'color',
  'gearbox',
  'house',
  'energy',
  'drive',
  'body',
  'condition',
  'trim',
  'steering',
]);

function readExcluded(reader: Reader, place: number): (Candidate & { wordEnd: number }) | null {
  const { text } = reader;
  const word = EXCLUDE_BEFORE.filter((one) => text.startsWith(`${one} `, place)).sort((a, b) => b.length - a.length)[0];
  if (!word) return null;
  const next = place + word.length + 1;
  const inner = isWordChar(text.charAt(next))
    ? (readWord(reader, next) ?? (FILLERS.has(wordAt(text, next)) ? null : readApproximate(reader, next)))
    : null;
  const term = inner?.terms[0] as ChoiceTerm | undefined;
  if (!inner || !term) return null;
  const wordEnd = place + word.length;
  if (EXCLUDABLE.has(term.kind))
    return { terms: [{ ...term, start: place, isExcluded: true }], end: inner.end, wordEnd };
  // "No sunroof" cannot be filtered, and must not be read as its opposite.
  return term.kind === 'equipment' ? { terms: [], end: inner.end, wordEnd, isRest: true } : null;
}

function readMark(reader: Reader, place: number): Candidate | null {
  const { text, options, found } = reader;
  const generation = readGeneration(reader, place);
  if (generation) return generation;
  const lot = readLotNo(text, place);
  if (lot) return { terms: [{ kind: 'lotNo', lotNo: lot.lotNo, start: place, end: lot.end }], end: lot.end };
  const interior = readInterior(
    text,
    place,
    found.at(-1)?.terms.at(-1)?.kind === 'condition' && found.at(-1)?.end === place - 1,
  );
  if (interior)
    return {
      terms: [{ kind: 'interior', values: interior.grades, start: place, end: interior.end }],
      end: interior.end,
    };
  const grades = readGrades(text, place, found.at(-1)?.terms.at(-1)?.kind === 'condition');
  if (grades)
    return {
      terms: grades.values.map((value) => ({ kind: 'condition', values: [value], start: place, end: grades.end })),
      end: grades.end,
    };
  const day = readDay(text, place, options.today);
  if (day) return { terms: [{ kind: 'date', values: [day.day], start: place, end: day.end }], end: day.end };
  const destination = readDestination(text, place);
  if (!destination) return null;
  const amount = scanNumber(text, destination.end, options);
  if (amount?.kind !== 'price') return null;
  return { terms: [doorTerm(amount, place, amount.end, destination.port, options)], end: amount.end };
}

function readAmount(reader: Reader, place: number): Candidate | null {
  const { text, options } = reader;
  const scanned = scanNumber(text, place, options);
  if (!scanned) return readDieselLitres(reader, place);
  const { kind, end } = scanned;
  if (kind === 'price') {
    const door = readDoorWords(text, end);
    if (door) return { terms: [doorTerm(scanned, place, door.end, door.port, options)], end: door.end };
    const { currency } = scanned;
    // An amount in a currency without a rate is no price that lots could be compared with.
    if (currency && currency !== 'JPY' && !options.yenPer[currency]) return null;
  }
  const terms =
    kind === 'bare'
      ? (numberOfModel(reader, scanned) ?? rangeTerms(scanned, place, end, options))
      : rangeTerms(scanned, place, end, options);
  if (terms.length === 0) return null;
  const isLot = terms[0]?.kind === 'lotNo';
  const isPlainNumber = kind === 'bare' || (kind === 'year' && scanned.from === scanned.to);
  const lotNo = isPlainNumber && !isLot && options.isLotNo?.(scanned.value) ? lotTerm(scanned.value, place, end) : null;
  const other = scanned.other
    ? rangeTerms({ ...scanned.other, isGuess: true, start: place, end }, place, end, options)
    : undefined;
  return {
    terms,
    end,
    isWeak: isLot,
    other: lotNo ? [lotNo] : other?.length ? other : undefined,
  };
}

/** By sound, then with one typing error, then on the other keyboard layout. */
function readApproximate(reader: Reader, place: number): Candidate | null {
  const { text, options } = reader;
  const { dictionary } = options;
  if (isJapanese(text.charAt(place)) || isDigit(text.charAt(place))) return null;
  const ends = stretches(reader, place).filter(
    ({ end }) => !/[\d\s][\p{L}]$/u.test(text.slice(0, end)) || end - place <= 1,
  );
  for (const { end, key } of ends) {
    const keys =
      key.length < 3 || FILLERS.has(text.slice(place, end)) ? undefined : dictionary.bySound.get(foldKey(key));
    const candidate = keys && fromKeys(reader, keys, { start: place, end });
    if (candidate) return candidate;
  }
  for (const { end, key } of ends) {
    const sound = foldKey(key);
    if (sound.length < MIN_TYPO_LENGTH || /\d/.test(sound)) continue;
    const near = new Set(dictionary.byDeletion.get(sound) ?? []);
    for (let at = 0; at < sound.length; at += 1)
      for (const one of dictionary.byDeletion.get(sound.slice(0, at) + sound.slice(at + 1)) ?? []) near.add(one);
    const keys = [...near]
      .filter((one) => isOneEdit(foldKey(one), sound) && (one[0] === key[0] || sound.length > 6))
      .slice(0, 1);
    const candidate = fromKeys(reader, keys, { start: place, end });
    if (candidate) return candidate;
  }
  for (const { end } of ends.filter(({ key }) => key.length >= 3)) {
    const meanings = dictionary.exact.get(keyOf(otherLayout(text.slice(place, end))));
    if (meanings?.some(({ kind }) => kind === 'model' || kind === 'maker' || kind === 'color'))
      return toCandidate(reader, meanings, { start: place, end });
  }
  return null;
}

const fromKeys = (reader: Reader, keys: readonly string[], place: Place): Candidate | null => {
  const meanings = keys.flatMap((key) => reader.options.dictionary.exact.get(key) ?? []);
  return meanings.length > 0 ? toCandidate(reader, meanings, place) : null;
};

/** `い`, `の`, `車` and the like after a Japanese term. */
const SUFFIX = /^(?:車|系|色|い|の|な)(?!\p{Script=Hiragana})/u;
const suffixEnd = (text: string, end: number): number =>
  end + (isJapanese(text.charAt(end - 1)) ? (SUFFIX.exec(text.slice(end))?.[0].length ?? 0) : 0);

const MAX_FILLER_LENGTH = 14;
function fillerEnd({ text }: Reader, place: number): number {
  if (!isJapanese(text.charAt(place))) {
    const word = wordAt(text, place);
    return isBoundary(text, place) && FILLERS.has(word) ? place + word.length : place;
  }
  for (let length = MAX_FILLER_LENGTH; length >= 1; length -= 1) {
    const word = text.slice(place, place + length);
    if (word.length !== length || !FILLERS.has(word)) continue;
    const next = text.charAt(place + length);
    if (length > 1 || !isHiragana(next) || FILLERS.has(text.slice(place + 1, place + 4))) return place + length;
  }
  return place;
}

/** A stretch that nothing understands: a word, or Japanese up to the next term. */
function restEnd(reader: Reader, start: number): number {
  const { text } = reader;
  let end = start + Math.max(1, startsSign(text, start) ? 1 : 0);
  if (!isJapanese(text.charAt(start))) {
    while (end < text.length && isWordChar(text.charAt(end)) && !isJapanese(text.charAt(end))) end += 1;
    if (isJapanese(text.charAt(end)) && end - start <= 3) return restEnd(reader, end);
    return end;
  }
  while (end < text.length && isWordChar(text.charAt(end))) {
    const isInside = isKatakana(text.charAt(end - 1)) && isKatakana(text.charAt(end));
    const next = isBoundary(text, end) && !isInside ? (readWord(reader, end) ?? readAmount(reader, end)) : null;
    if (next && next.end - end >= 2) break;
    end += 1;
  }
  return end;
}

/**
 * Settles what the whole line decides: `R1` beside a model is a year; 3.5 beside a model with such an engine is its
 * displacement; a maker beside its own model says nothing more, nor does a second name of a model.
 */
function settle({ found, options }: Reader): Candidate[] {
  const isModel = ({ terms }: Candidate) => terms.some(({ kind }) => kind === 'model');
  const models = found
    .flatMap(({ terms }) => terms)
    .flatMap((term) => (term.kind === 'model' && !term.isExcluded ? term.values : []));
  const namesOf = ({ terms }: Candidate) =>
    terms.map((term) => ('values' in term ? [term.kind, ...term.values, term.isExcluded].join() : '')).join();
  const makers = new Set(models.map((model) => splitModel(model).maker));
  const engines = models.flatMap((model) => options.dictionary.enginesOf.get(model) ?? []);
  const swapped = (one: Candidate): Candidate => (one.other ? { ...one, terms: one.other, other: one.terms } : one);
  return found
    .map((one) => {
      const other = one.other?.[0];
      if (isModel(one) && other?.kind === 'year' && found.some((another) => another !== one && isModel(another)))
        return swapped(one);
      const isEngine = one.terms[0]?.kind === 'condition' && other?.kind === 'engine' && 'from' in other;
      return isEngine && engines.some((cc) => cc >= (other.from ?? 0) && cc <= (other.to ?? 0)) ? swapped(one) : one;
    })
    .filter(
      ({ terms: [term] }) =>
        !(term?.kind === 'maker' && !term.isExcluded && term.values.every((maker) => makers.has(maker))),
    )
    .filter(
      (one, index, all) => !isModel(one) || all.findIndex((another) => namesOf(another) === namesOf(one)) === index,
    );
}

function alternativesOf(found: readonly Candidate[]): Candidate[][] {
  return found
    .flatMap((one, index) => (one.other ? [found.with(index, { ...one, terms: one.other })] : []))
    .slice(0, MAX_ALTERNATIVES);
}
