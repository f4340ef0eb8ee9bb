import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerSheetCalls } from '../../compose/register-sheets.ts';
import { readSheet } from '../../flows/lots/read-sheet.ts';
import { flatSheets } from '../../testing/fixtures/flat-pictures.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { SheetRefused } from '../page/check-picture.ts';
import { readQueuedSheet } from '../read-queued-sheet.ts';
import type { ReadItem, SheetReading } from '../reading/read-item.ts';
import { BUILT_IN_READER, type SheetReader } from '../sheet-reader.ts';

let portal: TestPortal;
let anna: Person;
let maria: Person;
let seed = 7_000;
let items: ReadItem[];
let problem: SheetRefused | null;

const area = { x: 0.4, y: 0.2, width: 0.1, height: 0.04 };
const reader: SheetReader = {
  name: BUILT_IN_READER,
  read: async (): Promise<SheetReading> => {
    if (problem) throw problem;
    return { form: 'labels', items, places: [], corners: null };
  },
  close: async () => {},
};

beforeAll(async () => {
  portal = await testPortal((app, database) => registerSheetCalls(app, database, { sheets: flatSheets }));
  const { db } = portal.database;
  anna = await createPerson(db, { permissions: { auctionTranslationUse: true } });
  maria = await createPerson(db, { roleId: ROLE.manager, permissions: { auctionTranslationUse: true } });
});
beforeEach(() => {
  problem = null;
  items = [
    { field: 'mileage', ja: '81,000 km', confidence: 0.95, area },
    { field: 'overallGrade', ja: '4', confidence: 0.95, area },
    { field: 'inspectorNotes', ja: null, guess: '右前へこみ跡', confidence: 0.3, area },
  ];
});
afterAll(() => portal.close());

/** A lot with a sheet, queued and read as the job does it. */
async function readLot(more: Parameters<typeof createLot>[1] = {}): Promise<number> {
  const { db } = portal.database;
  const sheet = JSON.stringify({ damages: [], remarksJa: [], seed: seed++ });
  const id = await createLot(db, { sheet, mileage_km: 61_000, condition: '4.0', ...more });
  expect(await readSheet(db, id, { sheets: flatSheets, readerName: BUILT_IN_READER })).toBe(true);
  await work();
  return id;
}
async function work(): Promise<void> {
  const waiting = await portal.database.db
    .selectFrom('sheet_readings')
    .select('id')
    .where('state', '=', 'waiting')
    .execute();
  for (const { id } of waiting)
    await readQueuedSheet(
      { database: portal.database, reader, pictureOf: async () => Buffer.from('picture') },
      { readingId: id, isLast: true },
    );
}
const ask = (person: Person | null, method: 'GET' | 'POST', path: string, input: object) =>
  method === 'GET'
    ? portal.ask(person, 'GET', `/v1/sheets/${path}?${new URLSearchParams(input as Record<string, string>)}`)
    : portal.ask(person, 'POST', `/v1/sheets/${path}`, input);
const opened = async (lotId: number) => (await ask(maria, 'GET', 'review-lot', { lotId: String(lotId) })).body;
const decision = (lotId: number, more: object = {}) => ({
  lotId: String(lotId),
  field: 'mileage',
  decision: 'sheet',
  sheetValue: '81000',
  listValue: '61000',
  ...more,
});
const mileageOf = async (id: number) =>
  (await portal.database.db.selectFrom('lots').select('mileage_km').where('id', '=', id).executeTakeFirstOrThrow())
    .mileage_km;
const setMileage = (id: number, km: number) =>
  portal.database.db.updateTable('lots').set({ mileage_km: km }).where('id', '=', id).execute();

describe('access', () => {
  test('the review is for managers, contradictions for readers of the lot', async () => {
    const id = await readLot();
    const calls = [
      ['GET', 'review', {}],
      ['GET', 'open-contradictions', {}],
      ['GET', 'review-lot', { lotId: String(id) }],
      ['POST', 'translate-item', { id: 1, en: 'Dent', ru: 'Вмятина' }],
      ['POST', 'illegible-item', { id: 1 }],
      ['POST', 'read-again', { lotId: String(id) }],
      ['POST', 'decide', decision(id)],
    ] as const;
    for (const [method, path, input] of calls) {
      expect((await ask(null, method, path, input)).status, path).toBe(401);
      expect((await ask(anna, method, path, input)).status, path).toBe(403);
    }
    expect((await ask(null, 'GET', 'contradictions', { lotId: String(id) })).status).toBe(401);
    const hidden = await readLot({ is_private: true });
    expect((await ask(anna, 'GET', 'contradictions', { lotId: String(hidden) })).status).toBe(404);
  });

  test('a lot without a sheet has nothing to read', async () => {
    const bare = await createLot(portal.database.db);
    expect(await readSheet(portal.database.db, bare, { sheets: flatSheets, readerName: 'own' })).toBe(false);
    expect((await ask(maria, 'GET', 'review-lot', { lotId: String(bare) })).status).toBe(404);
  });
});

// @covers FACT-07
describe('a contradiction', () => {
  test('is stored, shown to clients and listed for managers; what agrees is none', async () => {
    const id = await readLot();
    const { contradictions } = (await ask(anna, 'GET', 'contradictions', { lotId: String(id) })).body;
    expect(contradictions).toMatchObject([
      { field: 'mileage', sheetValue: '81000', listValue: '61000', decision: null },
    ]);
    const { body } = await ask(maria, 'GET', 'review', { filter: 'contradictions' });
    expect(body.rows.find(({ lotId }: { lotId: string }) => lotId === String(id))).toMatchObject({ contradictions: 1 });
  });

  test('comes first with bids, with the part of the sheet and an earlier mileage, until it is decided', async () => {
    const { db } = portal.database;
    await createLot(db, { chassis_number: 'ZVW50-777', mileage_km: 80_000, auction_day: '2024-03-05' });
    await createLot(db, { chassis_number: 'ZVW50-777', mileage_km: 55_000, auction_day: '2021-03-05' });
    const soon = { agent_cutoff_at: new Date(Date.now() + 1_000) };
    const other = await readLot(soon);
    const id = await readLot({ chassis_number: 'ZVW50-777' });
    const bid = { user_id: anna.id, placed_by: anna.id, lot_source: 'auction', amount_yen: 500_000, status: 1 };
    await db
      .insertInto('bids')
      .values({ lot_id: id, ...bid })
      .execute();
    const { body } = await ask(maria, 'GET', 'open-contradictions', {});
    expect(body.items[0]).toMatchObject({
      ...{ lotId: String(id), bids: 1, field: 'mileage', sheetValue: '81000', listValue: '61000' },
      crop: expect.stringMatching(`^/s/${id}/crop/\\d+$`),
      earlier: { mileageKm: 80_000, day: '2024-03-05' },
    });
    expect(body.items[1]).toMatchObject({ lotId: String(other), bids: 0, earlier: null });
    await ask(maria, 'POST', 'decide', decision(id));
    const after = (await ask(maria, 'GET', 'open-contradictions', {})).body;
    expect(after.total).toBe(body.total - 1);
    expect(after.items[0].lotId).toBe(String(other));
  });

  test('in the mileage shows the photo of the odometer, as long as the lot shows it', async () => {
    items = [...items.slice(0, 1), { field: 'overallGrade', ja: '3.5', confidence: 0.95, area }];
    const odometer = '/p/web/odometer';
    const id = await readLot({ images: ['/p/web/front', odometer], odometer_image: odometer });
    const shown = async () =>
      (await ask(anna, 'GET', 'contradictions', { lotId: String(id) })).body.contradictions.map(
        ({ field, odometerPhoto }: { field: string; odometerPhoto: string | null }) => [field, odometerPhoto],
      );
    expect(await shown()).toEqual([
      ['mileage', odometer],
      ['overallGrade', null],
    ]);
    expect((await opened(id)).contradictions[0]).toMatchObject({ field: 'mileage', odometerPhoto: odometer });
    await portal.database.db
      .insertInto('bids')
      .values({
        ...{ lot_id: id, user_id: anna.id, placed_by: anna.id, lot_source: 'auction', amount_yen: 500_000, status: 1 },
      })
      .execute();
    const first = (await ask(maria, 'GET', 'open-contradictions', {})).body.items;
    const own = first.filter(({ lotId }: { lotId: string }) => lotId === String(id));
    expect(own).toMatchObject([{ odometerPhoto: odometer }, { odometerPhoto: null }]);
    await portal.database.db
      .updateTable('lots')
      .set({ images: ['/p/web/front'] })
      .where('id', '=', id)
      .execute();
    expect((await shown())[0]).toEqual(['mileage', null]);
    // The next test expects no other lot with bids.
    await portal.database.db.deleteFrom('bids').where('lot_id', '=', id).execute();
  });

  test('ends when the list is corrected, and begins when it changes away', async () => {
    const id = await readLot({ mileage_km: 81_400 });
    const found = async () => (await ask(anna, 'GET', 'contradictions', { lotId: String(id) })).body.contradictions;
    expect(await found()).toEqual([]);
    await setMileage(id, 18_000);
    expect(await found()).toMatchObject([{ listValue: '18000' }]);
    await setMileage(id, 81_000);
    expect(await found()).toEqual([]);
  });

  test('is refused for other values than the manager saw, and for no value of the field', async () => {
    const id = await readLot();
    expect((await ask(maria, 'POST', 'decide', decision(999_999))).body.messageCode).toBe('NotFound');
    expect((await ask(maria, 'POST', 'decide', decision(id, { listValue: '1' }))).body.messageCode).toBe(
      'Sheet.Decided',
    );
    const other = decision(id, { decision: 'other', value: 'many' });
    expect((await ask(maria, 'POST', 'decide', other)).body.messageCode).toBe('Sheet.Value');
    expect(await mileageOf(id)).toBe(61_000);
  });

  test('decided for the sheet, changes the lot, also when the list repeats its value', async () => {
    const id = await readLot();
    expect((await ask(maria, 'POST', 'decide', decision(id))).body).toEqual({ success: true });
    expect(await mileageOf(id)).toBe(81_000);
    await setMileage(id, 61_000);
    expect(await mileageOf(id)).toBe(81_000);
    await setMileage(id, 45_000);
    expect(await mileageOf(id), 'another value is a new question').toBe(45_000);
    const { contradictions } = await opened(id);
    expect(contradictions).toMatchObject([{ listValue: '45000', decision: null }]);
    const log = await portal.database.db
      .selectFrom('sheet_events')
      .select(['action', 'before', 'after'])
      .where('lot_id', '=', id)
      .execute();
    expect(log).toEqual([{ action: 'decide', before: '81000 / 61000', after: 'sheet: 81000' }]);
  });

  test('notifies clients with open bids of the right value, once and only when the manager wants it', async () => {
    const { db } = portal.database;
    const id = await readLot();
    const boris = await createPerson(db);
    for (const [person, status] of [
      [anna, 1],
      [boris, 4],
    ] as const)
      await db
        .insertInto('bids')
        .values({
          ...{ lot_id: id, user_id: person.id, placed_by: person.id, lot_source: 'auction' },
          ...{ amount_yen: 500_000, status },
        })
        .execute();
    const notices = () =>
      db.selectFrom('notifications').select(['user_id', 'kind', 'data']).where('lot_id', '=', id).execute();
    await ask(maria, 'POST', 'decide', decision(id, { decision: 'both', notifyClients: true }));
    await ask(maria, 'POST', 'decide', decision(id));
    expect(await notices()).toEqual([]);
    expect((await opened(id)).row.bids).toBe(1);
    for (let again = 0; again < 2; again++) await ask(maria, 'POST', 'decide', decision(id, { notifyClients: true }));
    expect(await notices()).toEqual([
      { user_id: anna.id, kind: 'sheet_checked', data: { sheetField: 'mileage', sheetValue: '81000' } },
    ]);
  });

  test('decided for another value or left open keeps both sides on record', async () => {
    const id = await readLot();
    await ask(maria, 'POST', 'decide', decision(id, { decision: 'other', value: '82,500' }));
    expect(await mileageOf(id)).toBe(82_500);
    const both = await readLot();
    await ask(maria, 'POST', 'decide', decision(both, { decision: 'both' }));
    expect(await mileageOf(both)).toBe(61_000);
    expect((await opened(both)).contradictions).toMatchObject([{ decision: 'both', decidedValue: null }]);
  });
});

// @covers FACT-06
describe('what a manager teaches', () => {
  test('a translated place is read for clients, and on every other sheet with the same text', async () => {
    items = [{ field: 'inspectorNotes', ja: null, guess: '荷台へこみ跡', confidence: 0.3, area }];
    const [first, second] = [await readLot(), await readLot()];
    const [place] = (await opened(first)).items;
    expect(place).toMatchObject({ ja: null, guess: '荷台へこみ跡', alike: 1, box: { left: 400, top: 200 } });
    const body = { id: place.id, en: 'Bed dented', ru: 'Кузов помят', teach: true };
    expect((await ask(maria, 'POST', 'translate-item', { ...body, en: ' ' })).status).toBe(422);
    expect((await ask(maria, 'POST', 'translate-item', { ...body, id: 999_999 })).status).toBe(404);
    expect((await ask(maria, 'POST', 'translate-item', body)).body).toEqual({ sheets: 2 });
    const taught = (await opened(second)).items;
    expect(taught).toMatchObject([{ ja: '荷台へこみ跡', en: 'Bed dented', ru: 'Кузов помят' }]);
    const seen = await portal.ask(anna, 'GET', `/v1/car-auction/sheet-items?image=/s/${first}`);
    expect(seen.body.items).toMatchObject([{ text: 'Bed dented' }]);
    expect(seen.body.unread).toEqual([]);
  });

  test('a correction changes the comparison, and an illegible place has no value', async () => {
    const id = await readLot();
    const item = (await opened(id)).items.find(({ field }: { field: string }) => field === 'mileage');
    await portal.ask(maria, 'POST', '/v1/car-auction/correct-sheet-item', { id: item.id, ja: '61,000 km' });
    expect((await opened(id)).contradictions).toEqual([]);
    expect((await ask(maria, 'POST', 'illegible-item', { id: item.id })).body).toEqual({ success: true });
    const after = (await opened(id)).items.find((one: { id: number }) => one.id === item.id);
    expect(after).toMatchObject({ ja: null, corrected: true });
  });

  test('a second reading keeps corrections and replaces the rest', async () => {
    const id = await readLot();
    const item = (await opened(id)).items.find(({ field }: { field: string }) => field === 'mileage');
    await portal.ask(maria, 'POST', '/v1/car-auction/correct-sheet-item', { id: item.id, ja: '61,000 km' });
    items = [{ field: 'overallGrade', ja: '4.5', confidence: 0.9, area }];
    expect((await ask(maria, 'POST', 'read-again', { lotId: String(id) })).body).toEqual({ success: true });
    await work();
    const values = (await opened(id)).items.map(({ field, ja }: { field: string; ja: string }) => [field, ja]);
    expect(values).toEqual([
      ['mileage', '61,000 km'],
      ['overallGrade', '4.5'],
    ]);
  });
});

// @covers FACT-10
describe('the review of one source and cause', () => {
  test('is refused for a cause that no sheet has', async () => {
    for (const more of [{ cause: 'Sheet.Ugly' }, { cause: 'TooSmall' }, { source: '' }, { source: 'x'.repeat(121) }]) {
      const { status, body } = await ask(maria, 'GET', 'review', { filter: 'failed', ...more });
      expect([status, body.messageCode], JSON.stringify(more)).toEqual([400, 'Request.Invalid']);
    }
  });

  test('lists its sheets, and walks through them alone', async () => {
    const sheets: number[] = [];
    for (const [source, cause] of [
      ['aoba', 'TooSmall'],
      ['minato', 'TooSmall'],
      ['aoba', 'NoLabels'],
      ['aoba', 'TooSmall'],
    ] as const) {
      problem = new SheetRefused(cause);
      sheets.push(await readLot({ source }));
    }
    const [first, , , last] = sheets.map(String);
    const scope = { filter: 'failed', source: 'aoba', cause: 'Sheet.TooSmall' };
    const { body } = await ask(maria, 'GET', 'review', scope);
    expect(body.total).toBe(2);
    expect(body.rows.map(({ lotId }: { lotId: string }) => lotId)).toEqual([first, last]);
    const { body: opened } = await ask(maria, 'GET', 'review-lot', { lotId: String(first), ...scope });
    expect(opened).toMatchObject({ previousLotId: null, nextLotId: last, position: 1, total: 2 });
  });
});

test('a picture that is no sheet says why, to the client and to managers, and is not tried again', async () => {
  problem = new SheetRefused('NoLabels');
  const id = await readLot();
  const reply = await portal.ask(anna, 'GET', `/v1/car-auction/sheet-items?image=/s/${id}`);
  expect([reply.status, reply.body.messageCode]).toEqual([422, 'Sheet.NoLabels']);
  expect((await opened(id)).row).toMatchObject({ state: 'failed', problem: 'Sheet.NoLabels' });
});
