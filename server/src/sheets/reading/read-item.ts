import type { Area, SheetField } from '@seri/contract/sheets/fields.ts';
import type { Engine } from './engine.ts';
import type { FittedForm } from './match-form.ts';
import type { Page } from './page.ts';
import type { Settled } from './settle-text.ts';
import type { Vocabulary } from './vocabulary.ts';

/** One place of a sheet. `area` is in shares of the scan's width and height. */
export interface ReadItem {
  field: SheetField;
  /** Null where something stands that could not be read. */
  ja: string | null;
  confidence: number;
  area: Area;
}

export interface SheetReading {
  /** The form it was read by; null when none fits, and then nothing was read. */
  form: string | null;
  items: ReadItem[];
  /** Where the form's labels and values stand on the scan, each with its printed label. */
  places: { field: SheetField; ja: string; label: Area; value: Area }[];
}

/** Below this a reading is not shown: better unread than wrong. */
export const SURE_ENOUGH = 0.6;

export interface Reading {
  page: Page;
  fitted: FittedForm;
  engine: Engine;
  vocabulary: Vocabulary;
}

export function itemOf(field: SheetField, settled: Settled | null, page: Page, area: Area): ReadItem {
  const isSure = settled !== null && settled.confidence >= SURE_ENOUGH;
  return {
    field,
    ja: isSure ? settled.ja : null,
    confidence: settled ? settled.confidence : 0,
    area: page.toScan(area),
  };
}
