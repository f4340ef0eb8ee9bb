import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerSheetCalls, registerSheetPictures } from '../compose/register-sheets.ts';
import { flatSheets } from '../testing/fixtures/flat-pictures.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { readQueuedSheet } from './read-queued-sheet.ts';
import type { SheetReading } from './reading/read-item.ts';
import type { ReaderVocabulary, SheetReader } from './sheet-reader.ts';

let portal: TestPortal;
let folder: string;
let anna: Person;
let ivan: Person;
let maria: Person;
let seed = 1;

const at = (x: number, y: number) => ({ x, y, width: 0.1, height: 0.05 });
/** Reply of a provider's service. */
const READ: SheetReading = {
  form: 'classic',
  items: [
    { field: 'color', ja: 'パールホワイト', confidence: 0.93, area: at(0.5, 0.2) },
    { field: 'equipment', ja: 'スマートキー', confidence: 0.9, area: at(0.1, 0.4) },
    { field: 'equipment', ja: '荷台補強', confidence: 0.88, area: at(0.2, 0.4) },
    { field: 'mileage', ja: null, confidence: 0.2, area: at(0.4, 0.2) },
    { field: 'damageDiagram', ja: 'U2', confidence: 0.95, area: at(0.7, 0.7) },
  ],
  places: [
    { field: 'color', ja: '外装色', label: at(0.5, 0.15), value: at(0.5, 0.2) },
    { field: 'equipment', ja: '装備', label: at(0.1, 0.35), value: { x: 0.1, y: 0.4, width: 0.4, height: 0.2 } },
  ],
};
let answer: () => SheetReading;
let asked: { words: ReaderVocabulary; picture: Buffer }[];
const service: SheetReader = {
  name: 'service',
  read: async (picture, words) => {
    asked.push({ picture, words });
    return answer();
  },
  close: async () => {},
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-sheets-'));
  portal = await testPortal((app, database) => {
    registerSheetCalls(app, database, { sheets: flatSheets, waitMs: 1_500 });
    registerSheetPictures(app, database, { cacheDir: folder, sheets: flatSheets });
  });
  const { db } = portal.database;
  anna = await createPerson(db, { permissions: { auctionTranslationUse: true } });
  ivan = await createPerson(db, { language: 693, permissions: { auctionTranslationUse: true } });
  maria = await createPerson(db, { roleId: ROLE.manager, permissions: { auctionTranslationUse: true } });
});
beforeEach(() => {
  answer = () => READ;
  asked = [];
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const lot = (more: Parameters<typeof createLot>[1] = {}) =>
  createLot(portal.database.db, { sheet: JSON.stringify({ damages: [], remarksJa: [], seed: seed++ }), ...more });
const items = (person: Person | null, image: string) =>
  portal.ask(person, 'GET', `/v1/car-auction/sheet-items?${new URLSearchParams({ image })}`);
const translate = (person: Person | null, image: string) =>
  portal.ask(person, 'GET', `/v1/car-auction/image-translate?${new URLSearchParams({ image })}`);
const correct = (person: Person | null, body: object) =>
  portal.ask(person, 'POST', '/v1/car-auction/correct-sheet-item', body);
const picture = (person: Person | null, url: string) =>
  portal.app.inject({ method: 'GET', url, headers: person ? { cookie: person.cookie } : {} });
const waiting = async () =>
  portal.database.db.selectFrom('sheet_readings').select(['id']).where('state', '=', 'waiting').execute();

/** Runs the worker's job for each waiting sheet. */
async function work(isLast = false): Promise<void> {
  for (const { id } of await waiting())
    await readQueuedSheet(
      { database: portal.database, reader: service, pictureOf: async () => Buffer.from('picture') },
      { readingId: id, isLast },
    );
}

/** Requests the sheet while the worker runs. */
async function itemsRead(person: Person, image: string) {
  const reply = items(person, image);
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
  await work();
  return reply;
}

describe('access to a sheet', () => {
  test('not for visitors', async () => {
    for (const call of [items, translate]) expect((await call(null, '/s/1')).status).toBe(401);
    expect((await correct(null, { id: 1, ja: 'ナビ' })).status).toBe(401);
    for (const url of ['/s/1/crop/1', '/s/1/translation/en']) expect((await picture(null, url)).statusCode).toBe(401);
  });

  test('requires the right to translations; clients correct nothing', async () => {
    const without = await createPerson(portal.database.db, { permissions: { auctionTranslationUse: false } });
    for (const call of [items, translate]) expect((await call(without, '/s/1')).body.messageCode).toBe('Access.Denied');
    for (const url of ['/s/1/crop/1', '/s/1/translation/en'])
      expect((await picture(without, url)).statusCode).toBe(403);
    expect((await correct(anna, { id: 1, ja: 'ナビ' })).body.messageCode).toBe('Access.Denied');
  });

  test('not for a lot that is closed to the reader, nor for one without a sheet', async () => {
    const hidden = await lot({ is_private: true });
    const bare = await createLot(portal.database.db);
    for (const id of [hidden, bare, 999_999])
      for (const call of [items, translate]) expect((await call(anna, `/s/${id}`)).body.messageCode).toBe('NotFound');
    expect((await picture(anna, `/s/${hidden}/translation/en`)).statusCode).toBe(404);
    expect(await waiting()).toEqual([]);
  });

  // @covers SEC-04
  test('refuses a picture on another site', async () => {
    for (const image of [
      'https://example.test/s/1',
      '//example.test/s/1',
      '/p/sedan-red-1-side',
      '/s/../v1',
      `/s/${'9'.repeat(40)}`,
    ])
      expect((await items(anna, image)).body.messageCode, image).toBe('Sheet.NotOurs');
    expect((await translate(anna, 'https://example.test/s/1')).status).toBe(422);
  });
});

describe('a readable sheet', () => {
  // @covers LOT-08
  test('returns its items in the language of the reader, with the unread places', async () => {
    const id = await lot();
    const { body } = await itemsRead(anna, `/s/${id}`);
    expect(body.template).toBe('classic');
    expect(body.items).toMatchObject([
      {
        field: 'color',
        ja: 'パールホワイト',
        text: 'Pearl white',
        corrected: false,
        box: { left: 500, top: 200, width: 100, height: 50 },
      },
      { field: 'equipment', ja: 'スマートキー', text: 'Smart key' },
      { field: 'equipment', ja: '荷台補強', text: null },
      { field: 'damageDiagram', ja: 'U2', text: 'U2: dent, visible' },
    ]);
    expect(body.unread).toMatchObject([{ field: 'mileage', crop: expect.stringMatching(`^/s/${id}/crop/\\d+$`) }]);
    const inRussian = await items(ivan, String(id));
    expect(inRussian.body.items.map(({ text }: { text: string }) => text)).toEqual([
      'Белый перламутр',
      'Смарт-ключ',
      null,
      'U2: вмятина, заметно',
    ]);
    expect(asked, 'the same sheet is read once').toHaveLength(1);
  });

  // @covers API-08, LOT-08
  test('has a crop of every item, and the translation over the whole sheet', async () => {
    const id = await lot();
    const { body } = await itemsRead(anna, `/s/${id}`);
    for (const { crop } of [body.items[1], body.unread[0]]) {
      const reply = await picture(anna, crop);
      expect(reply.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=300' });
      expect((await sharp(reply.rawPayload).metadata()).width).toBe(Math.ceil(128 + 16));
    }
    const address = (await translate(ivan, `/s/${id}`)).body;
    expect(address).toMatch(new RegExp(`^/s/${id}/translation/ru\\?v=`));
    const [translated, plain] = await Promise.all([picture(ivan, address), picture(ivan, `/s/${id}/translation/en`)]);
    expect(await sharp(translated.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1_280 });
    expect(translated.rawPayload.equals(plain.rawPayload), 'each language has its own').toBe(false);
    expect((await picture(ivan, `/s/${id}/translation/de`)).statusCode).toBe(404);
    expect((await picture(ivan, `/s/${id}/crop/999999`)).statusCode).toBe(404);
  });

  // @covers LOT-08
  test('cuts places of an oblique sheet from its straightened page, many at the same time', async () => {
    const corners = [
      [0.02, 0.02],
      [0.98, 0.03],
      [0.97, 0.98],
      [0.03, 0.97],
    ] as const;
    answer = () => ({ ...READ, corners });
    const id = await lot();
    const { body } = await itemsRead(anna, `/s/${id}`);
    const found = [...body.items, ...body.unread].map(({ crop }: { crop: string }) => crop);
    const replies = await Promise.all([...found, `/s/${id}/translation/en`].map((url) => picture(anna, url)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...found, ''].map(() => 200));
  });

  test('an unknown form is unreadable and has no items', async () => {
    answer = () => ({ form: null, items: [], places: [] });
    const id = await lot();
    expect((await itemsRead(anna, `/s/${id}`)).body).toEqual({ template: null, reader: 'own', items: [], unread: [] });
    expect((await translate(anna, `/s/${id}`)).body.messageCode).toBe('Sheet.Unreadable');
  });

  test('a long wait asks the reader to return, and then finds it', async () => {
    const id = await lot();
    const early = await items(anna, `/s/${id}`);
    expect([early.status, early.raw.headers['retry-after']]).toEqual([503, '5']);
    await work();
    expect((await items(anna, `/s/${id}`)).status).toBe(200);
  });

  test('a permanent failure of the reader leaves an unreadable sheet, a single one does not', async () => {
    const id = await lot();
    await items(anna, `/s/${id}`);
    answer = () => {
      throw new Error('out of memory');
    };
    await expect(work()).rejects.toThrow('out of memory');
    expect(await waiting()).toHaveLength(1);
    await expect(work(true)).rejects.toThrow('out of memory');
    expect((await items(anna, `/s/${id}`)).body.messageCode).toBe('Sheet.Unreadable');
  });
});

describe("a manager's correction", () => {
  test('needs an existing item, and a text', async () => {
    expect((await correct(maria, { id: 999_999, ja: 'ナビ' })).body.messageCode).toBe('NotFound');
    expect((await correct(maria, { id: 1, ja: '  ' })).body.errors).toEqual({ ja: ['Field.Required'] });
  });

  // @covers LOT-08
  test('changes it for everybody, and teaches the term to every other sheet', async () => {
    const [first, second] = [await lot(), await lot()];
    const before = (await itemsRead(anna, `/s/${first}`)).body;
    const pictureBefore = (await translate(anna, `/s/${first}`)).body;
    const strange = before.items[2];
    expect(strange.text).toBeNull();
    const reply = await correct(maria, {
      id: strange.id,
      ja: '荷台補強',
      en: 'Load bed reinforced',
      ru: 'Кузов усилен',
    });
    expect(reply.body).toEqual({ success: true });
    expect((await items(anna, `/s/${first}`)).body.items[2]).toMatchObject({
      text: 'Load bed reinforced',
      corrected: true,
      confidence: 1,
    });
    expect((await translate(anna, `/s/${first}`)).body).not.toBe(pictureBefore);
    expect((await itemsRead(ivan, `/s/${second}`)).body.items[2]).toMatchObject({
      text: 'Кузов усилен',
      corrected: false,
    });
    expect(asked.at(-1)?.words.learned, 'the reader knows it too').toMatchObject([
      { field: 'equipment', ja: '荷台補強' },
    ]);
  });

  test('fills an unread place, and a figure teaches the glossary nothing', async () => {
    const id = await lot();
    const { body } = await itemsRead(anna, `/s/${id}`);
    await correct(maria, { id: body.unread[0].id, ja: '61,000 km' });
    const after = (await items(ivan, `/s/${id}`)).body;
    expect(after.unread).toEqual([]);
    expect(after.items.find(({ field }: { field: string }) => field === 'mileage')).toMatchObject({
      text: '61\u202f000 км',
    });
    const taught = await portal.database.db
      .selectFrom('glossary_words')
      .select('field')
      .where('field', '=', 'mileage')
      .execute();
    expect(taught).toEqual([]);
  });
});
