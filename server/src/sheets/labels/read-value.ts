import type { Area, SheetField } from '@seri/contract/sheets/fields.ts';
import type { InkPage } from '../page/page-ink.ts';
import type { Ruling } from '../page/ruled-cells.ts';
import { signsOf, textRuns, union } from '../page/text-runs.ts';
import { closestWord, type WordList } from '../reading/closest-word.ts';
import type { Engine, Guess } from '../reading/engine.ts';
import { damageCode } from '../reading/patterns.ts';
import { plain } from '../reading/shapes.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { cropRun } from './crop-run.ts';
import type { Run } from './find-labels.ts';
import { type LabelledValue, PARAGRAPHS } from './place-values.ts';
import { fieldValue, SIGNS } from './value-patterns.ts';

export interface ValueContext {
  page: InkPage;
  ruling: Ruling;
  engine: Engine;
  vocabulary: Vocabulary;
}

/** A value of a sheet in pixels of the page. */
export interface ReadValue {
  field: SheetField;
  /** Null where no candidate was clearly ahead. */
  ja: string | null;
  confidence: number;
  area: Area;
  /** The likeliest text, shown to managers alone. */
  guess: string;
}

/** Letter heights at which a value is read; a mistake at one of them rarely occurs at the others. */
const SIZES = [34, 26, 44, 30, 39];
const DAMAGE_SIGNS = 'ABCEFGHPSTUWXY1234';

/** Reads the values of one label. */
export async function readValue(context: ValueContext, { label, room, runs }: LabelledValue): Promise<ReadValue[]> {
  const { field } = label.label;
  if (field === 'other') return [];
  if (field === 'damageDiagram') return readDamages(context, marksIn(context, room, label.area));
  const isUnit = ({ text }: Run) => HAS_UNIT.has(field) && UNIT.test(plain(text).toLowerCase());
  const unit = runs.some(isUnit);
  const lines = linesOf(runs.filter((run) => !isDash(run.area) && !isUnit(run)));
  if (PARAGRAPHS.has(field)) {
    const items: ReadValue[] = [];
    for (const line of lines) items.push(...(await readWords(context, field, line)));
    return items;
  }
  const read: ReadValue[] = [];
  for (const line of lines) read.push(await readSingle(context, field, { line, hasUnit: unit }));
  const translated = read.filter(({ ja }) => ja !== null);
  // Two lines that both make sense: either may be the value.
  if (new Set(translated.map(({ ja }) => ja)).size > 1)
    return read.map((item) => ({ ...item, ja: null, confidence: 0 }));
  return translated.length > 0 ? translated.slice(0, 1) : read.slice(0, 1);
}

/** Runs of one line each, top down. */
function linesOf(runs: readonly Run[]): Run[][] {
  const lines: Run[][] = [];
  for (const run of runs.toSorted((a, b) => a.area.y - b.area.y)) {
    const middle = run.area.y + run.area.height / 2;
    const line = lines.find((other) =>
      other.some(({ area }) => middle > area.y && middle < area.y + area.height && run.area.height > area.height * 0.3),
    );
    if (line) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.area.x - b.area.x));
}

/** A dash means "nothing". */
const isDash = ({ width, height }: Area) => height < 7 && width > height * 2;

const HAS_UNIT: ReadonlySet<SheetField> = new Set(['mileage', 'displacement']);
const UNIT = /^(k[mｍ㎞]|㎞|[cｃ]{2}|㏄)$/i;

async function readSingle(
  context: ValueContext,
  field: SheetField,
  { line, hasUnit }: { line: readonly Run[]; hasUnit: boolean },
): Promise<ReadValue> {
  const { page, ruling, engine, vocabulary } = context;
  const area = line.map((run) => run.area).reduce(union);
  const letterHeight = Math.max(...line.map((run) => run.area.height));
  const signs = SIGNS[field];
  const signCount = signs ? countSigns(page, ruling.lines, area) : null;
  const votes = new Map<string, Vote>();
  const guesses: Guess[] = [];
  const add = (guess: Guess, model: 'japanese' | 'latin') => {
    guesses.push(guess);
    const ja = interpret(field, guess.text, { hasUnit, vocabulary });
    if (ja === null) return;
    const vote = votes.get(ja) ?? {
      count: signCount === lengthOf(ja) ? COUNT_BONUS : 0,
      models: new Set(),
      confidence: 0,
    };
    vote.count += 1;
    vote.models.add(model);
    vote.confidence = Math.max(vote.confidence, guess.confidence);
    votes.set(ja, vote);
  };
  let elected: Elected = NOBODY;
  for (const size of SIZES) {
    const png = await cropRun(page, ruling.lines, area, (size * area.height) / letterHeight);
    add(await engine.readLine(png), 'japanese');
    if (signs) add(await engine.readLatin(png, signs), 'latin');
    elected = elect(votes, field);
    if (elected.ja !== null && guesses.length >= MIN_LOOKS) break;
  }
  const { ja, confidence } = elected;
  return { field, ja, confidence, area, guess: ja ?? bestGuess(guesses) };
}

/** Votes of a candidate that has as many signs as the paper. */
const COUNT_BONUS = 2;
const MIN_LOOKS = 4;
/** Signs without commas and the like, as they are counted on paper. */
const lengthOf = (ja: string) => ja.replace(/ ?(km|cc)$/, '').replaceAll(/[^\p{L}\p{N}/]/gu, '').length;

/** Separate signs of at least half the height; joined letters make it too low, and then it agrees with no candidate. */
function countSigns(page: InkPage, lines: Uint8Array, { x, y, width, height }: Area): number {
  return signsOf(page, lines, { x: x - 1, y: y - 1, width: width + 2, height: height + 2 }).filter(
    (sign) => sign.height >= height * 0.5,
  ).length;
}

interface Elected {
  ja: string | null;
  confidence: number;
}
const NOBODY: Elected = { ja: null, confidence: 0 };

interface Vote {
  count: number;
  models: Set<string>;
  confidence: number;
}

/** Figures have no dictionary, so that both models must have read the same. */
const FIGURES: ReadonlySet<SheetField> = new Set([
  'lotNumber',
  'mileage',
  'displacement',
  'modelCode',
  'chassisNumber',
]);
/** Fields read by the Japanese model alone. */
const ONE_MODEL: ReadonlySet<SheetField> = new Set(['color', 'carName']);

/** The candidate that is clearly ahead of the second one; null where none is. */
function elect(votes: ReadonlyMap<string, Vote>, field: SheetField): Elected {
  const ranked = [...votes].toSorted(([, a], [, b]) => b.count - a.count || b.confidence - a.confidence);
  const [best, second] = ranked;
  if (!best) return { ja: null, confidence: 0 };
  const [ja, { count, models, confidence }] = best;
  const margin = count - (second?.[1].count ?? 0);
  const enough = ONE_MODEL.has(field) ? count >= 2 : models.size === 2 ? count >= 2 : !FIGURES.has(field) && count >= 3;
  const isAhead = margin >= 2;
  const sure = Math.min(1, 0.55 + 0.08 * count + 0.15 * confidence);
  return enough && isAhead ? { ja, confidence: sure } : { ja: null, confidence: 0.3 };
}

const bestGuess = (guesses: readonly Guess[]) => guesses.toSorted((a, b) => b.confidence - a.confidence)[0]?.text ?? '';

function interpret(
  field: SheetField,
  text: string,
  { hasUnit, vocabulary }: { hasUnit: boolean; vocabulary: Vocabulary },
): string | null {
  if (field === 'carName') return carName(text, vocabulary);
  const list = vocabulary.byField[field];
  if (!list) return fieldValue(field, text, hasUnit);
  // Short Latin words differ in one letter, so that only exact ones count.
  if (SIGNS[field]) return list.byText.get(plain(text).toUpperCase()) ?? null;
  return nearWord(text, list);
}

/** Words of up to three signs must be exact: one wrong sign makes another word of them. */
function nearWord(text: string, list: WordList): string | null {
  const found = closestWord(text, list);
  if (!found) return null;
  return found.likeness >= 0.96 || (plain(found.word).length >= 4 && found.likeness >= 0.62) ? found.word : null;
}

/** A model alone, or a maker and a model. */
function carName(text: string, { makers, models }: Vocabulary): string | null {
  const said = plain(text);
  const alone = nearWord(said, models);
  if (alone) return alone;
  for (let length = 2; length < said.length - 1; length += 1) {
    const maker = makers.byText.get(said.slice(0, length));
    const model = maker && nearWord(said.slice(length), models);
    if (model) return `${maker} ${model}`;
  }
  return null;
}

/** Words of a paragraph; neighbors that are one word together are joined. */
async function readWords(context: ValueContext, field: SheetField, line: readonly Run[]): Promise<ReadValue[]> {
  const items: ReadValue[] = [];
  for (let i = 0; i < line.length; i += 1) {
    const run = line[i] as Run;
    const next = line[i + 1];
    const isNear = next && next.area.x - (run.area.x + run.area.width) < Math.max(run.area.height, 20) * 1.3;
    const single = await readWord(context, field, run.area);
    if (single.ja === null && isNear) {
      const joined = await readWord(context, field, union(run.area, next.area));
      if (joined.ja !== null) {
        items.push(joined);
        i += 1;
        continue;
      }
    }
    items.push(single);
  }
  return items;
}

async function readWord(
  { page, ruling, engine, vocabulary }: ValueContext,
  field: SheetField,
  area: Area,
): Promise<ReadValue> {
  const list = vocabulary.byField[field] as WordList;
  const votes = new Map<string, Vote>();
  const guesses: Guess[] = [];
  for (const size of SIZES.slice(0, 4)) {
    const guess = await engine.readLine(await cropRun(page, ruling.lines, area, size));
    guesses.push(guess);
    const ja = nearWord(guess.text, list);
    if (ja === null) continue;
    const vote = votes.get(ja) ?? { count: 0, models: new Set(), confidence: 0 };
    votes.set(ja, { ...vote, count: vote.count + 1, confidence: Math.max(vote.confidence, guess.confidence) });
    if ((votes.get(ja)?.count ?? 0) >= 2) break;
  }
  const [best, second] = [...votes].toSorted(([, a], [, b]) => b.count - a.count);
  const isClear = best !== undefined && best[1].count >= 2 && second === undefined;
  return {
    field,
    ja: isClear ? best[0] : null,
    confidence: isClear ? Math.min(1, 0.7 + 0.25 * best[1].confidence) : 0.3,
    area,
    guess: isClear ? best[0] : bestGuess(guesses),
  };
}

/** Gray from which a pixel is the printed outline of the car rather than a pen's stroke. */
const PEN_BELOW = 140;

/** Marks of the pen in the drawing of the car: its thin outline is paler than they are. */
function marksIn({ page, ruling }: ValueContext, room: Area, label: Area): Area[] {
  const pen = { ...page, ink: new Uint8Array(page.ink.length) };
  const bottom = Math.min(page.height, Math.ceil(room.y + room.height));
  const right = Math.min(page.width, Math.ceil(room.x + room.width));
  for (let y = Math.max(0, Math.floor(room.y)); y < bottom; y += 1)
    for (let x = Math.max(0, Math.floor(room.x)); x < right; x += 1)
      if ((page.grey[y * page.width + x] ?? 255) < PEN_BELOW) pen.ink[y * page.width + x] = 1;
  const isLabel = ({ x, y, width, height }: Area) =>
    x < label.x + label.width && x + width > label.x && y < label.y + label.height && y + height > label.y;
  const areas = textRuns(signsOf(pen, ruling.lines, room), () => 0);
  return joined(areas.filter((area) => !isLabel(area)));
}

/** Letter and figure of a mark written apart. */
function joined(areas: readonly Area[]): Area[] {
  const marks: Area[] = [];
  for (const area of areas.toSorted((a, b) => a.x - b.x)) {
    const mate = marks.find(
      (mark) =>
        area.x - (mark.x + mark.width) < mark.height &&
        area.x > mark.x &&
        Math.abs(area.y + area.height / 2 - mark.y - mark.height / 2) < mark.height * 0.5 &&
        area.height > mark.height * 0.6,
    );
    if (mate) Object.assign(mate, union(mate, area));
    else marks.push({ ...area });
  }
  return marks;
}

/** Marks on the drawing of the car: short runs that both models read as the same code. */
async function readDamages({ page, ruling, engine }: ValueContext, marks: readonly Area[]): Promise<ReadValue[]> {
  const items: ReadValue[] = [];
  for (const area of marks) {
    const isMark = area.height >= 14 && area.height <= 60 && area.width >= 8 && area.width <= area.height * 3.2;
    if (!isMark) continue;
    const votes = new Map<string, number>();
    const guesses: Guess[] = [];
    for (const size of [36, 28, 46]) {
      const png = await cropRun(page, ruling.lines, area, size);
      for (const guess of [await engine.readLine(png), await engine.readLatin(png, DAMAGE_SIGNS)]) {
        guesses.push(guess);
        const code = damageCode(guess.text);
        // A letter alone is more often a mark whose figure was lost.
        if (code && (code.length > 1 || code === 'X')) votes.set(code, (votes.get(code) ?? 0) + 1);
      }
    }
    const [best, second] = [...votes].toSorted(([, a], [, b]) => b - a);
    if (!best) continue;
    const isClear = best[1] >= 3 && best[1] - (second?.[1] ?? 0) >= 2;
    items.push({
      field: 'damageDiagram',
      ja: isClear ? best[0] : null,
      confidence: isClear ? 0.6 + best[1] * 0.06 : 0.3,
      area,
      guess: isClear ? best[0] : bestGuess(guesses),
    });
  }
  return items;
}

/** A value in the spelling of its field's vocabulary, for text that another reader or a person gives; else null. */
export function judgeValue(field: SheetField, text: string, vocabulary: Vocabulary): string | null {
  if (field === 'house') return vocabulary.byField.house?.byText.get(plain(text)) ?? null;
  if (field === 'damageDiagram') return damageCode(text);
  return interpret(field, text, { hasUnit: true, vocabulary });
}
