import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetLot } from '@seri/server/photos/sheet-lot.ts';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawnPictures } from './drawn-pictures.ts';
import { drawnSheets } from './drawn-sheets.ts';
import { parsePictureKey } from './picture-key.ts';
import { drawSheet } from './sheets/draw-sheet.ts';
import { eraOf } from './sheets/labels.ts';
import { BODIES, drawVehicle, PAINT_NAMES, viewsOf } from './vehicles/draw-vehicle.ts';

const cacheDir = mkdtempSync(join(tmpdir(), 'seri-drawings-'));
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

const lot: SheetLot = {
  house: 'USS Tokyo',
  lotNo: 4021,
  maker: 'TOYOTA',
  model: 'PRIUS',
  grade: 'S',
  year: 2018,
  month: 5,
  engineCc: 1_800,
  gearbox: 'CVT',
  drive: 'FF',
  color: 'PEARL WHITE',
  mileageKm: 61_000,
  condition: '4.5',
  equip: 'AC PS NAVI <b>',
  chassisNumber: 'ZVW50-1234567',
  sheet: {
    interiorGrade: 'B',
    damages: [
      { code: 'A1', panel: 'roof' },
      { code: 'U2', panel: 'nowhere' },
    ],
    remarksJa: ['禁煙車'],
    seed: 7,
  },
  isDemo: true,
};

test('draws every view of every body, each paint in its own color', { timeout: 60_000 }, () => {
  for (const body of BODIES)
    for (const view of viewsOf(body)) {
      const svg = drawVehicle({ body, view, paint: 'navy', seed: 3, mileageKm: 61_234 }, 0.4);
      expect(svg.startsWith('<svg ') && svg.endsWith('</svg>'), `${body} ${view}`).toBe(true);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  const colours = PAINT_NAMES.map((paint) =>
    drawVehicle({ body: 'sedan', view: 'side', paint, seed: 1, mileageKm: 0 }, 0.4),
  );
  expect(new Set(colours).size).toBe(PAINT_NAMES.length);
});

test('draws equal pictures for equal keys, and refuses an unknown body', () => {
  const picture = { body: 'suv', view: 'front34', paint: 'red', seed: 5, mileageKm: 0 } as const;
  expect(drawVehicle(picture)).toBe(drawVehicle(picture));
  expect(() => drawVehicle({ ...picture, body: 'boat' })).toThrow(RangeError);
  expect(() => drawVehicle({ ...picture, paint: 'pink' })).toThrow(RangeError);
});

// @covers ASVS-5.3.1
test('a picture has only one key', () => {
  expect(parsePictureKey('kei-box-pearl-white-7-front34')).toEqual({
    body: 'kei-box',
    paint: 'pearl-white',
    seed: 7,
    view: 'front34',
    mileageKm: 0,
  });
  expect(parsePictureKey('sedan-navy-7-odometer-61234')?.mileageKm).toBe(61_234);
  for (const key of [
    'sedan-navy-07-front34',
    'sedan-navy-7-odometer',
    'sedan-navy-7-front34-5',
    'sedan-navy-7-odometer-007',
    'sedan-navy-100-front34',
    'Sedan-navy-7-front34',
    '../sedan-navy-7-front34',
    '',
  ])
    expect(parsePictureKey(key), key).toBeNull();
});

test('a sheet shows the lot, escapes its texts, and uses Japanese where sheets do', async () => {
  const svg = drawSheet(lot);
  for (const written of [
    'USS Tokyo',
    '4021',
    'トヨタ プリウス',
    'ZVW50-1234567',
    '61,000 km',
    'パールホワイト',
    '純正ナビ',
    '禁煙車',
    '平成30年 5月',
    'DEMO',
  ])
    expect(svg).toContain(written);
  expect(svg).toContain('&lt;b&gt;');
  expect(drawSheet({ ...lot, house: 'A\u0000B' })).toContain('A B');
  expect(eraOf(2019, 4)).toBe('平成31年 4月');
  expect(eraOf(2019, 5)).toBe('令和元年 5月');
});

test('draws Japanese text with the bundled font', async () => {
  const sheet = await drawnSheets(cacheDir).of(lot, 1280);
  const { channels } = await sharp(sheet ?? undefined)
    .extract({ left: 480, top: 20, width: 300, height: 60 })
    .stats();
  expect(channels[0]?.min).toBeLessThan(120);
});

test('sends a drawing in the requested width; other names are left to the store', async () => {
  const pictures = drawnPictures(cacheDir);
  for (const width of [320, 960] as const) {
    const picture = await pictures.of('demo/sedan-navy-7-front34', width);
    expect(await sharp(picture ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: (width * 3) / 4,
    });
  }
  for (const key of ['demo/sedan-navy-7-front34', 'demo/naked-red-3-turn']) expect(pictures.has(key), key).toBe(true);
  for (const key of ['sedan-navy-7-front34', 'naked-red-3-turn']) expect(pictures.has(key), key).toBe(false);
  for (const key of ['sedan-pink-7-front34', 'sedan-red-3-turn', 'uss/4021-1.jpg']) {
    expect(pictures.has(key), key).toBe(false);
    expect(await pictures.of(key, 320)).toBeNull();
  }
});
