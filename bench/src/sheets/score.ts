import { canonicalValue } from '../../../server/src/sheets/canonical.ts';
import type { SheetReading } from '../../../server/src/sheets/reading/read-item.ts';
import type { FilledSheet } from './filled-sheet.ts';

export interface Score {
  written: number;
  reported: number;
  right: number;
}

export interface SheetResult {
  id: string;
  kind: 'printed' | 'handwritten';
  byField: Record<string, Score>;
  /** Reported values that are those of another field. */
  underWrongLabel: number;
  wrong: string[];
  missed: string[];
  withoutCrop: number;
}

/** Compares a reading with what was written, value by value and without spelling. */
export function scoreReading(id: string, { truth, isHandwritten }: FilledSheet, { items }: SheetReading): SheetResult {
  const byField: Record<string, Score> = {};
  const scoreOf = (field: string) => (byField[field] ??= { written: 0, reported: 0, right: 0 });
  const left = truth.map(([field, ja]) => ({ field, value: canonicalValue(field, ja) }));
  const all = [...left];
  for (const { field } of left) scoreOf(field).written += 1;
  const wrong: string[] = [];
  let underWrongLabel = 0;
  for (const { field, ja } of items) {
    if (ja === null) continue;
    const value = canonicalValue(field, ja);
    scoreOf(field).reported += 1;
    const at = left.findIndex((one) => one.field === field && one.value === value);
    if (at >= 0) {
      scoreOf(field).right += 1;
      left.splice(at, 1);
      continue;
    }
    wrong.push(`${field} ${ja}`);
    if (all.some((one) => one.field !== field && one.value === value)) underWrongLabel += 1;
  }
  const withoutCrop = items.filter(({ area }) => !(area.width > 0 && area.height > 0)).length;
  const missed = left.map(({ field, value }) => `${field} ${value}`);
  return { id, kind: isHandwritten ? 'handwritten' : 'printed', byField, underWrongLabel, wrong, missed, withoutCrop };
}

export function sumOf(results: readonly SheetResult[], takes: (field: string) => boolean = () => true): Score {
  const sum: Score = { written: 0, reported: 0, right: 0 };
  for (const { byField } of results)
    for (const [field, score] of Object.entries(byField))
      if (takes(field)) {
        sum.written += score.written;
        sum.reported += score.reported;
        sum.right += score.right;
      }
  return sum;
}
