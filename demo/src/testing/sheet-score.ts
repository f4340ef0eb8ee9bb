import type { SheetReading } from '@seri/server/sheets/reading/read-item.ts';
import { plain } from '@seri/server/sheets/reading/shapes.ts';
import type { TestSheet } from './sheets.ts';

export interface Score {
  /** Texts on the sheets. */
  written: number;
  /** Texts the reader returned. */
  reported: number;
  right: number;
}

export interface SheetScore {
  byField: Map<string, Score>;
  wrong: string[];
  missed: string[];
}

const scoreOf = (scores: Map<string, Score>, field: string): Score => {
  const score = scores.get(field) ?? { written: 0, reported: 0, right: 0 };
  scores.set(field, score);
  return score;
};

/** Compares a reading with the true texts, item by item; repeated words count each time. */
export function scoreSheet({ truth }: TestSheet, { items }: SheetReading): SheetScore {
  const byField = new Map<string, Score>();
  const left = truth.map(([field, ja]) => `${field} ${plain(ja)}`);
  for (const [field] of truth) scoreOf(byField, field).written += 1;
  const wrong: string[] = [];
  for (const { field, ja } of items) {
    if (ja === null) continue;
    const score = scoreOf(byField, field);
    score.reported += 1;
    const at = left.indexOf(`${field} ${plain(ja)}`);
    if (at < 0) wrong.push(`${field} ${ja}`);
    else {
      score.right += 1;
      left.splice(at, 1);
    }
  }
  return { byField, wrong, missed: left };
}

export function addScores(into: Map<string, Score>, from: ReadonlyMap<string, Score>): void {
  for (const [field, { written, reported, right }] of from) {
    const sum = scoreOf(into, field);
    sum.written += written;
    sum.reported += reported;
    sum.right += right;
  }
}

export const totalOf = (scores: ReadonlyMap<string, Score>): Score =>
  [...scores.values()].reduce(
    (sum, { written, reported, right }) => ({
      written: sum.written + written,
      reported: sum.reported + reported,
      right: sum.right + right,
    }),
    { written: 0, reported: 0, right: 0 },
  );
