import type { Area, SheetField } from '@seri/contract/sheets/fields.ts';
import type { Raster } from '../page/homography.ts';
import { inkOfPage } from '../page/page-ink.ts';
import { ruledCells } from '../page/ruled-cells.ts';
import type { Engine } from '../reading/engine.ts';
import type { ReadItem, SheetReading } from '../reading/read-item.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { findLabels } from './find-labels.ts';
import type { LabelList } from './label-words.ts';
import { placeValues } from './place-values.ts';
import { type ReadValue, readValue, type ValueContext } from './read-value.ts';

/** Fewer labels may be words of any text: the page is no form. */
const MIN_LABELS = 4;
/** Name of the form of a sheet that was read by its labels alone. */
export const BY_LABELS = 'labels';

/** Reads a sheet of any form by its printed labels; `form` is null when too few are found. Areas are shares of the page. */
export async function readByLabels(
  raster: Raster,
  { engine, vocabulary, labels }: { engine: Engine; vocabulary: Vocabulary; labels: LabelList },
): Promise<SheetReading> {
  const page = inkOfPage(raster);
  const ruling = ruledCells(page);
  const runs = await findLabels(page, ruling, { engine, labels });
  const placed = placeValues(runs, ruling.cells);
  const known = runs.filter(({ label }) => label !== null && label.field !== 'other');
  if (new Set(known.map(({ label }) => label?.field)).size < MIN_LABELS) return { form: null, items: [], places: [] };
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
      : [{ field: label.label.field as SheetField, ja: label.label.ja, label: share(label.area), value: share(room) }],
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
