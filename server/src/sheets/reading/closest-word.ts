import { distance, plain, shapeOf } from './shapes.ts';

/** A closed list of words, prepared for comparison. */
export interface WordList {
  words: readonly string[];
  byText: ReadonlyMap<string, string>;
  byShape: ReadonlyMap<string, readonly string[]>;
}

export interface ClosestWord {
  word: string;
  /** 1: equal; lower with every changed character. */
  likeness: number;
}

/** Maximum share of wrong characters in a word. */
const WRONG_SHARE = 0.25;
const SAME_SHAPE = 0.96;

export function wordList(words: Iterable<string>): WordList {
  const unique = [...new Set(words)];
  const byShape = new Map<string, string[]>();
  for (const word of unique) {
    const shape = shapeOf(word);
    byShape.set(shape, [...(byShape.get(shape) ?? []), word]);
  }
  return { words: unique, byText: new Map(unique.map((word) => [plain(word), word])), byShape };
}

/** The only word of the list that a reading can mean; null when there is none, or several are equally near. */
export function closestWord(text: string, list: WordList): ClosestWord | null {
  const exact = list.byText.get(plain(text));
  if (exact) return { word: exact, likeness: 1 };
  const shape = shapeOf(text);
  const alike = list.byShape.get(shape) ?? [];
  if (alike.length > 0) return alike.length === 1 && alike[0] ? { word: alike[0], likeness: SAME_SHAPE } : null;
  return nearest(shape, list);
}

/** Whether a reading is so near to words of the list that it is probably a misread one. */
export function isNearWord(text: string, { byShape }: WordList): boolean {
  const shape = shapeOf(text);
  const most = Math.max(1, Math.floor(shape.length * NEAR_SHARE));
  for (const known of byShape.keys()) if (distance(shape, known, most) <= most || holds(shape, known)) return true;
  return false;
}
const NEAR_SHARE = 0.4;
/** Two words read as one. */
const holds = (shape: string, known: string) =>
  known.length >= 4 && shape.length > known.length && shape.includes(known);

function nearest(shape: string, { byShape }: WordList): ClosestWord | null {
  const most = Math.floor(shape.length * WRONG_SHARE);
  if (most === 0) return null;
  let best: { words: readonly string[]; away: number; length: number } | null = null;
  let rivals = 0;
  for (const [known, words] of byShape) {
    const away = distance(shape, known, Math.min(most, best?.away ?? most));
    if (away > most || (best && away > best.away)) continue;
    rivals = best && away === best.away ? rivals + words.length : words.length;
    best = { words, away, length: known.length };
  }
  const [word] = best?.words ?? [];
  if (!best || !word || rivals > 1 || best.away > Math.floor(best.length * WRONG_SHARE)) return null;
  return { word, likeness: 0.9 - best.away / best.length };
}
