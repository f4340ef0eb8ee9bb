import type { Area, SheetField } from '@seri/contract/sheets/fields.ts';
import type { Raster } from '../page/homography.ts';
import { type InkPage, inkOfPage } from '../page/page-ink.ts';
import { type Ruling, ruledCells } from '../page/ruled-cells.ts';
import type { Engine } from '../reading/engine.ts';
import type { ReadItem, SheetReading } from '../reading/read-item.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { findLabels, type Run } from './find-labels.ts';
import type { LabelList } from './label-words.ts';
import { placeValues } from './place-values.ts';
import { type ReadValue, readValue, type ValueContext } from './read-value.ts';

/** Fewer labels may be words of any text: the page is no form. */
const MIN_LABELS = 4;
/** Name of the form of a sheet that was read by its labels alone. */
export const BY_LABELS = 'labels';

/** The printed labels of a page, with what is needed to read their values. */
export interface LabelledPage {
  page: InkPage;
  ruling: Ruling;
  runs: Run[];
}

/** Finds all labels of a straightened page. */
export async function openLabels(
  raster: Raster,
  { engine, labels }: { engine: Engine; labels: LabelList },
): Promise<LabelledPage> {
  const page = inkOfPage(raster);
  const ruling = ruledCells(page);
  return { page, ruling, runs: await findLabels(page, ruling, { engine, labels }) };
}

/** Share of a stored form's labels that must be in their places; a look-alike has the same lines, other labels. */
const MIN_CONFIRMED = 0.8;

/** Whether the labels of a stored form are printed where it has them. */
export function confirmsForm({ page, runs }: LabelledPage, places: SheetReading['places']): boolean {
  const found = places.filter(({ field, label }) =>
    runs.some(
      ({ label: word, area }) =>
        word?.field === field &&
        Math.abs(area.x / page.width - label.x) < label.width + 0.01 &&
        Math.abs((area.y + area.height / 2) / page.height - (label.y + label.height / 2)) < label.height,
    ),
  );
  return found.length >= places.length * MIN_CONFIRMED;
}

/** Reads a sheet of any form by its printed labels; `form` is null when too few are found. Areas are shares of the page. */
export async function readByLabels(
  { page, ruling, runs }: LabelledPage,
  { engine, vocabulary }: { engine: Engine; vocabulary: Vocabulary },
): Promise<SheetReading> {
  const known = runs.filter(({ label }) => label !== null && label.field !== 'other');
  if (new Set(known.map(({ label }) => label?.field)).size < MIN_LABELS) return { form: null, items: [], places: [] };
  const placed = placeValues(runs, ruling.cells);
  const context: ValueContext = { page, ruling, engine, vocabulary };
  const values: ReadValue[] = [];
  for (const value of placed) values.push(...(await readValue(context, value)));
  const share = ({ x, y, width, height }: Area): Area => ({
    x: x / page.width,
    y: y / page.height,
    width: width / page.width,
    height: height / page.height,
  });
  const items = withoutConflict(values).map(({ area, ...item }): ReadItem => ({ ...item, area: share(area) }));
  const places = placed.flatMap(({ label, room }) =>
    label.label.field === 'other'
      ? []
      : [
          {
            field: label.label.field as SheetField,
            ja: label.label.ja,
            label: share(label.area),
            value: share(room),
          },
        ],
  );
  return { form: BY_LABELS, items, places };
}

/** A chassis number begins with its model code; a single wrong sign makes both unread, and an unread one is completed. */
function withoutConflict(values: readonly ReadValue[]): ReadValue[] {
  const code = values.find(({ field }) => field === 'modelCode')?.ja;
  const number = values.find(({ field }) => field === 'chassisNumber')?.ja;
  if (!code || !number || number.startsWith(`${code}-`)) return [...values];
  return values.map((value) =>
    value.field === 'modelCode' || value.field === 'chassisNumber' ? { ...value, ja: null, confidence: 0.3 } : value,
  );
}
