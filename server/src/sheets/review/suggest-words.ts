import type { SheetField } from '@seri/contract/sheets/fields.ts';
import { distance, shapeOf } from '../reading/shapes.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';

const MAX_SUGGESTIONS = 6;
/** Share of wrong signs from which a word is no suggestion. */
const MAX_WRONG = 0.6;

/** Words of the field's closed list that an unread text may be, the nearest first. */
export function suggestWords(field: string, guess: string | null, vocabulary: Vocabulary): string[] {
  const list = vocabulary.byField[field as SheetField];
  if (!list || !guess) return [];
  const shape = shapeOf(guess);
  const near: [word: string, away: number][] = [];
  for (const [known, words] of list.byShape) {
    const most = Math.floor(Math.max(known.length, shape.length) * MAX_WRONG);
    const away = distance(shape, known, most);
    if (away <= most) for (const word of words) near.push([word, away / Math.max(1, known.length)]);
  }
  return near
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MAX_SUGGESTIONS)
    .map(([word]) => word);
}
