import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHEET_FORMS } from '@seri/contract/sheets/forms.ts';
import { unpackSheetFonts } from '@seri/server/photos/sheet-fonts.ts';
import { glossaryWords } from '@seri/server/platform/i18n/glossary.ts';
import { type Engine, startEngine } from '@seri/server/sheets/reading/engine.ts';
import { readSheet } from '@seri/server/sheets/reading/read-sheet.ts';
import { vocabularyOf } from '@seri/server/sheets/reading/vocabulary.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addScores, type Score, scoreSheet, totalOf } from '../testing/sheet-score.ts';
import { scanOf, TEST_HOUSES, testSheet } from '../testing/sheets.ts';

/** Lower than the usual results, so that only a real regression fails. */
const FLOOR = { recall: 0.9, precision: 0.98 };

let engine: Engine;
let folder: string;
let fonts: string[];
const vocabulary = vocabularyOf(glossaryWords(), TEST_HOUSES);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-reading-'));
  [engine, fonts] = await Promise.all([startEngine(), unpackSheetFonts(folder)]);
}, 60_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

// @covers LOT-08
test('reads ten scans, one of each form, tilted and speckled, with hardly an error', async () => {
  const sum = new Map<string, Score>();
  for (const form of SHEET_FORMS) {
    const sheet = testSheet(`fixed-${form.id}`, form);
    const reading = await readSheet(await scanOf(sheet, `fixed-${form.id}`, fonts), engine, vocabulary);
    expect(reading.form).toBe(form.id);
    for (const { area, field } of reading.items) {
      expect(area.width > 0 && area.height > 0, field).toBe(true);
      expect(area.x > -0.02 && area.y > -0.02 && area.x + area.width < 1.02 && area.y + area.height < 1.02, field).toBe(
        true,
      );
    }
    addScores(sum, scoreSheet(sheet, reading).byField);
  }
  const { written, reported, right } = totalOf(sum);
  expect(right / written).toBeGreaterThan(FLOOR.recall);
  expect(right / reported).toBeGreaterThan(FLOOR.precision);
}, 400_000);

test('does not read a picture that is not a known form', async () => {
  const grey = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#dddddd' } })
    .png()
    .toBuffer();
  expect(await readSheet(grey, engine, vocabulary)).toEqual({ form: null, items: [], places: [] });
  const rectangle = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="720"><rect width="1000" height="720" fill="#fff"/><rect x="20" y="20" width="960" height="680" fill="none" stroke="#000" stroke-width="3"/></svg>',
  );
  const framed = await sharp(rectangle).png().toBuffer();
  expect((await readSheet(framed, engine, vocabulary)).form).toBeNull();
}, 60_000);
