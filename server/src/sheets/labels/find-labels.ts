import type { Area } from '@seri/contract/sheets/fields.ts';
import type { InkPage } from '../page/page-ink.ts';
import type { Ruling } from '../page/ruled-cells.ts';
import { signsOf, textRuns, union } from '../page/text-runs.ts';
import type { Engine } from '../reading/engine.ts';
import { cropRun } from './crop-run.ts';
import { type LabelList, type LabelWord, labelBefore, labelOf } from './label-words.ts';

export interface Run {
  area: Area;
  /** Index of its cell; -1 outside of all cells. */
  cell: number;
  /** The text as the Japanese model read it. */
  text: string;
  label: LabelWord | null;
}

/** Letter height that the engine reads best. */
const LETTER_PX = 34;
/** Labels are printed small; larger runs are titles or writing. */
const MAX_LABEL = { height: 46, width: 340 };
/** Confidence below which a label must match in every sign. */
const MIN_CONFIDENCE = 0.3;
/** More runs than any form has: a photo of something else. */
const MAX_RUNS = 260;

/** All runs of text on a page with those that are printed labels. Empty for a page that cannot be a form. */
export async function findLabels(
  page: InkPage,
  ruling: Ruling,
  { engine, labels }: { engine: Engine; labels: LabelList },
): Promise<Run[]> {
  const cellAt = cellFinder(ruling.cells);
  const areas = textRuns(signsOf(page, ruling.lines), cellAt);
  if (areas.length > MAX_RUNS) return [];
  const runs: Run[] = [];
  for (const area of areas) {
    const run: Run = { area, cell: cellAt(area), text: '', label: null };
    runs.push(run);
    if (area.height > MAX_LABEL.height || area.width < 12) continue;
    if (area.width > MAX_LABEL.width) continue;
    const guess = await engine.readLine(await cropRun(page, ruling.lines, area, LETTER_PX));
    run.text = guess.text;
    run.label = labelOf(guess.text, labels, guess.confidence >= MIN_CONFIDENCE) ?? (await secondLook(run));
    if (!run.label) runs.push(...split(run, labels));
  }
  return joinSpaced(runs, labels);

  /** A short run that could be a label is read at other sizes as well; only an exact label counts then. */
  async function secondLook({ area, text }: Run): Promise<LabelWord | null> {
    if (area.height > SMALL_PRINT || area.width > area.height * 11 || /^[\d,.\s]+$/.test(text)) return null;
    for (const size of OTHER_SIZES) {
      const guess = await engine.readLine(await cropRun(page, ruling.lines, area, size));
      const label = labelOf(guess.text, labels, guess.confidence >= MIN_CONFIDENCE && [...guess.text].length > 3);
      if (label) return label;
    }
    return null;
  }
}
/** Height up to which a run is read again, and the sizes for it. */
const SMALL_PRINT = 34;
const OTHER_SIZES = [26, 44];

/** A label and its value in one run: the run keeps the value. */
function split(run: Run, labels: LabelList): Run[] {
  const found = labelBefore(run.text, labels);
  // Two signs may begin a word as well, as `色` does in many.
  if (!found || found.word.ja.length < 3 || !/[:：]/.test(run.text)) return [];
  const width = Math.round(run.area.width * found.share);
  const label: Run = { area: { ...run.area, width }, cell: run.cell, text: found.word.ja, label: found.word };
  run.area = { ...run.area, x: run.area.x + width, width: run.area.width - width };
  run.text = '';
  return [label];
}

/** Labels whose letters are spread over the cell are several runs: joins neighbors that are one label together. */
function joinSpaced(runs: Run[], labels: LabelList): Run[] {
  const left = runs.toSorted((a, b) => a.area.x - b.area.x);
  for (let i = 0; i < left.length; i += 1) {
    const first = left[i] as Run;
    if (first.label || [...first.text].length > 3 || first.text === '') continue;
    const parts = [first];
    let area = first.area;
    let text = first.text;
    for (const next of left.slice(i + 1)) {
      const isBeside =
        next.cell === first.cell &&
        Math.abs(next.area.y - first.area.y) < first.area.height * 0.4 &&
        next.area.x - (area.x + area.width) < first.area.height * 3;
      if (!isBeside || next.label || next.area.x < area.x + area.width - 4) continue;
      parts.push(next);
      area = union(area, next.area);
      text += next.text;
      const label = labelOf(text, labels);
      if (label && parts.length > 1) {
        const joined: Run = { area, cell: first.cell, text, label };
        for (const part of parts.slice(1)) left.splice(left.indexOf(part), 1);
        left[i] = joined;
        break;
      }
      if (parts.length > 4) break;
    }
  }
  return left;
}

function cellFinder(cells: readonly Area[]): (area: Area) => number {
  // The smallest cell wins: a frame around all is a cell as well.
  const order = cells
    .map((cell, i) => ({ cell, i }))
    .toSorted((a, b) => a.cell.width * a.cell.height - b.cell.width * b.cell.height);
  return (area) => {
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    return (
      order.find(({ cell }) => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height)?.i ??
      -1
    );
  };
}
