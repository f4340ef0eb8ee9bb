import type { SheetField } from '@seri/contract/sheets/fields.ts';
import { closestWord, isNearWord } from './closest-word.ts';
import type { Guess } from './engine.ts';
import {
  chassisNumber,
  displacement,
  eraDate,
  interiorGrade,
  lotNumber,
  mileage,
  modelCode,
  overallGrade,
  type Pattern,
  shaken,
  trimName,
} from './patterns.ts';
import { plain } from './shapes.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The text of a place in the form's spelling, with its confidence. */
export interface InterpretedText {
  ja: string;
  confidence: number;
}

const PATTERNS: Partial<Record<SheetField, Pattern>> = {
  lotNumber,
  modelCode,
  chassisNumber,
  firstRegistration: eraDate,
  shaken,
  mileage,
  displacement,
  overallGrade,
  interiorGrade,
  grade: trimName,
};

/**
 * The engine is rarely confident about a single sign, and a pattern or a list leaves few alternatives, so they
 * contribute half of the confidence.
 */
const LIST_SHARE = 0.5;
/** Minimum confidence of text outside all lists, shown only in Japanese. */
const FREE_TEXT_FROM = 0.86;

/** Interprets a reading in its field; null when it makes no sense there. */
export function interpretText(field: SheetField, guess: Guess, vocabulary: Vocabulary): InterpretedText | null {
  const pattern = PATTERNS[field];
  if (pattern) {
    const ja = pattern(guess.text);
    return ja === null ? null : { ja, confidence: mixed(1, guess) };
  }
  if (field === 'carName') return interpretCar(guess, vocabulary);
  const list = vocabulary.byField[field];
  const found = list && closestWord(guess.text, list);
  if (found) return { ja: found.word, confidence: mixed(found.likeness, guess) };
  const isClosed = field === 'shift' || field === 'drive' || field === 'house';
  return isClosed || !list || isNearWord(guess.text, list) ? null : freeText(guess);
}

const mixed = (likeness: number, { confidence }: Guess) =>
  Math.round(likeness * (LIST_SHARE + (1 - LIST_SHARE) * confidence) * 1_000) / 1_000;

function freeText({ text, confidence }: Guess): InterpretedText | null {
  const ja = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
  const isWord = /^[\p{L}\p{N}ー・()+\-./ ]{2,}$/u.test(ja);
  return isWord && confidence >= FREE_TEXT_FROM ? { ja, confidence: confidence * 0.9 } : null;
}

/** Maker, then model, with or without a recognized space between them. */
function interpretCar(guess: Guess, { makers, models }: Vocabulary): InterpretedText | null {
  const text = plain(guess.text);
  for (const length of new Set(makers.words.map((word) => plain(word).length))) {
    const maker = closestWord(text.slice(0, length), makers);
    const model = maker && closestWord(text.slice(length), models);
    if (maker && model && plain(maker.word).length === length)
      return { ja: `${maker.word} ${model.word}`, confidence: mixed(Math.min(maker.likeness, model.likeness), guess) };
  }
  return null;
}
