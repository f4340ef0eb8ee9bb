import type { Area, SheetField } from '@seri/contract/sheets/fields.ts';
import type { Quad } from '../page/homography.ts';
import type { Engine } from './engine.ts';
import type { FittedForm } from './match-form.ts';
import type { Page } from './page.ts';
import type { InterpretedText } from './settle-text.ts';
import type { Vocabulary } from './vocabulary.ts';

/** One place of a sheet. `area` is in shares of the scan's width and height. */
export interface ReadItem {
  field: SheetField;
  /** Null where the text could not be read. */
  ja: string | null;
  confidence: number;
  area: Area;
  /** The likeliest text of an unread place, shown to managers alone. */
  guess?: string | undefined;
}

export interface SheetReading {
  /** The matched form; null when none matches, so nothing was read. */
  form: string | null;
  items: ReadItem[];
  /** Positions of the form's labels and values on the scan, each with its printed label. */
  places: { field: SheetField; ja: string; label: Area; value: Area }[];
  /** Corners of the straightened page in shares of the upright picture; absent or null: the picture itself. */
  corners?: Quad | null;
  /** `service`: read by the operator's own service. */
  reader?: 'own' | 'service';
}

/** Minimum confidence of a shown reading: unread is better than wrong. */
export const SURE_ENOUGH = 0.6;

export interface Reading {
  page: Page;
  fitted: FittedForm;
  engine: Engine;
  vocabulary: Vocabulary;
}

export function itemOf(field: SheetField, settled: InterpretedText | null, page: Page, area: Area): ReadItem {
  const isSure = settled !== null && settled.confidence >= SURE_ENOUGH;
  return {
    field,
    ja: isSure ? settled.ja : null,
    confidence: settled ? settled.confidence : 0,
    area: page.toScan(area),
  };
}
