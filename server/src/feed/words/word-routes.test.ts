import { MAX_GLOSSARY_OVERRIDES } from '@seri/contract/feed/word-service-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { createProgram } from '../../testing/http/programs.ts';
import { countLotTerms } from './count-words.ts';
import { feedWordRoutes } from './word-routes.ts';

let portal: TestPortal;
let maria: Person;
let anna: Person;
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

beforeAll(async () => {
  portal = await testPortal(feedWordRoutes);
  const { db } = portal.database;
  maria = await createPerson(db, { roleId: 991, fullName: 'Maria Ito' });
  anna = await createPerson(db);
  await imported(portal.database, [
    demoHouse(),
    ...[1, 2, 3].map((lotNo) =>
      aLot({ sourceId: `dust-${lotNo}`, lotNo, auctionDate: inDays(2), color: 'SPACE DUST/白', equip: 'AC WARP ac' }),
    ),
    aLot({
      sourceId: 'kana',
      lotNo: 4,
      auctionDate: inDays(2),
      color: '艶黒',
      equip: 'Not equipped',
      info: 'One owner, Bees',
    }),
    aLot({ sourceId: 'sold', lotNo: 5, auctionDate: inDays(-2), status: 4533, soldPrice: 1, color: 'Space  Dust' }),
    aLot({ sourceId: 'old', lotNo: 6, auctionDate: inDays(-60), status: 4533, soldPrice: 1, color: 'RUST OF AGES' }),
    aLot({
      ...{ sourceId: 'bike', lotNo: 7, vehicle: 'bike', auctionDate: inDays(2), gearbox: '6MT', condition: 'Z' },
      inspection: {
        zones: [{ zone: 'front', rating: '4', notes: [{ part: 'fork', finding: 'sings' }], images: [] }],
        remarks: ['Spare key', 'Sings'],
      },
    }),
  ]);
  await countLotTerms(portal.database);
});
afterAll(() => portal.close());

const list = (query: object, person: Person | null = maria) =>
  portal.ask(person, 'GET', `/v1/feed/words?${new URLSearchParams(query as Record<string, string>)}`);
const post = (what: string, body: object, person: Person | null = maria, headers = {}) =>
  portal.ask(person, 'POST', `/v1/feed/${what}`, body, headers);
const shown = async (language: 692 | 693) =>
  (await portal.ask(null, 'GET', `/v1/site/lot-words?language=${language}`)).body.words;
const listed = async (kind: string, state: string, word: string) =>
  (await list({ kind, state, search: word })).body.items.find((item: { word: string }) => item.word === word);
const DUST = { kind: 'color', word: 'SPACE DUST', en: 'Space dust', ru: 'Космическая пыль' };

test('clients and visitors can neither see the list nor write', async () => {
  for (const [person, status] of [
    [null, 401],
    [anna, 403],
  ] as const) {
    expect((await list({}, person)).status).toBe(status);
    expect((await post('write-word', DUST, person)).status).toBe(status);
    expect((await post('take-back-word', { kind: 'color', word: 'WHITE' }, person)).status).toBe(status);
  }
});

test('a manager without the right to decide can only look', async () => {
  const olga = await createPerson(portal.database.db, { roleId: 991, permissions: { bidManageBidPrice: false } });
  expect((await list({}, olga)).status).toBe(200);
  expect((await post('write-word', DUST, olga)).status).toBe(403);
});

test('refuses invalid input by its field: both languages, one term', async () => {
  expect((await list({ kind: 'wheel' })).status).toBe(400);
  expect(await post('write-word', { ...DUST, ru: ' ' })).toMatchObject({
    status: 422,
    body: { messageCode: 'Field.Required', errors: { ru: ['Field.Required'] } },
  });
  expect((await post('write-word', { ...DUST, en: 'x'.repeat(101) })).body.errors).toEqual({ en: ['Field.Invalid'] });
  for (const [kind, word] of [
    ['color', 'RED/BLUE'],
    ['equipment', 'SUN ROOF'],
  ] as const)
    expect(await post('write-word', { ...DUST, kind, word })).toMatchObject({
      status: 422,
      body: { messageCode: 'FeedWord.Divided', errors: { word: ['FeedWord.Divided'] } },
    });
});

test('refuses to remove an override that does not exist', async () => {
  expect(await post('take-back-word', { kind: 'color', word: 'WHITE' })).toMatchObject({
    status: 409,
    body: { messageCode: 'FeedWord.NotOwn' },
  });
});

// @covers OPS-06
test('lists untranslated terms with their number of lots, and the text of auction sheets', async () => {
  const { body } = await list({});
  expect(body.items).toMatchObject([
    { word: 'SPACE DUST', state: 'missing', shown: null, standard: null, lots: 4, changes: [], changeId: null },
    { word: '艶黒', lots: 1, suggestion: { en: 'Gloss black', ru: 'Глянцево-чёрный' } },
  ]);
  expect(body.counters).toEqual([
    { kind: 'color', words: 2 },
    { kind: 'equipment', words: 1 },
    { kind: 'gearbox', words: 0 },
    { kind: 'drive', words: 0 },
    { kind: 'grade', words: 1 },
    { kind: 'remark', words: 3 },
    { kind: 'part', words: 0 },
    { kind: 'finding', words: 1 },
  ]);
  expect(body.countedAt).toEqual(expect.any(String));
  expect(await listed('equipment', 'missing', 'WARP')).toMatchObject({ lots: 3 });
  expect(await listed('equipment', 'standard', 'AC')).toMatchObject({ lots: 5, shown: { en: 'Air conditioning' } });
  expect(await listed('color', 'standard', 'WHITE')).toMatchObject({ lots: 3, shown: { ru: 'Белый' } });
  expect(await listed('gearbox', 'standard', '6MT')).toMatchObject({ shown: { en: '6MT', ru: '6МКПП' } });
  expect((await list({ state: 'standard', search: 'бордо' })).body.items).toMatchObject([{ word: 'WINE' }]);
});

// @covers OPS-06
test('a term is written once per key, shown at once in each language, and lists its author and time', async () => {
  for (const _ of [1, 2])
    expect((await post('write-word', { ...DUST, changeId: null }, maria, { 'idempotency-key': 'one' })).status).toBe(
      200,
    );
  expect(await shown(692)).toEqual({ color: { 'SPACE DUST': 'Space dust' } });
  expect(await shown(693)).toEqual({ color: { 'SPACE DUST': 'Космическая пыль' } });
  const own = await listed('color', 'own', 'SPACE DUST');
  expect(own).toMatchObject({ lots: 4, shown: { en: 'Space dust', ru: 'Космическая пыль' }, standard: null });
  expect(own.changes).toMatchObject([{ to: { en: 'Space dust' }, by: 'Maria Ito' }]);
  expect((await list({ search: 'dust' })).body.items).toEqual([]);
});

// @covers OPS-06
test('a change by someone else is not overwritten unseen; the same again is no change', async () => {
  expect(await post('write-word', { ...DUST, en: 'Dust', changeId: null })).toMatchObject({
    status: 409,
    body: { messageCode: 'FeedWord.Changed' },
  });
  const { changeId } = await listed('color', 'own', 'SPACE DUST');
  expect((await post('write-word', { ...DUST, changeId })).status).toBe(200);
  expect((await post('write-word', { ...DUST, word: 'space dust', en: 'Dust', changeId })).status).toBe(200);
  const { changes } = await listed('color', 'own', 'SPACE DUST');
  expect(changes.map(({ to }: { to: { en: string } }) => to.en)).toEqual(['Dust', 'Space dust']);
});

// @covers OPS-06
test('a correction of a built-in term wins for all its spellings, and can be removed', async () => {
  const gray = { kind: 'color', word: 'GRAY', en: 'Grey', ru: 'Мышиный' };
  expect((await post('write-word', gray)).status).toBe(200);
  expect((await shown(693)).color).toMatchObject({ GRAY: 'Мышиный' });
  expect(await listed('color', 'own', 'GRAY')).toMatchObject({ standard: { en: 'Gray', ru: 'Серый' } });
  expect((await post('take-back-word', { kind: 'color', word: 'GRAY' })).status).toBe(200);
  const back = await listed('color', 'standard', 'GRAY');
  expect(back).toMatchObject({ shown: { ru: 'Серый' }, changes: [{ to: null }, { to: { ru: 'Мышиный' } }] });
  expect((await shown(693)).color).not.toHaveProperty('GRAY');
});

test('counts lots again only after an import has changed them', async () => {
  const lotsOf = async () => (await listed('equipment', 'missing', 'WARP'))?.lots;
  await portal.database.pool.query('update vehicle_word_countings set took_ms = 0');
  await portal.database.pool.query(`update lots set equip = '' where source_id = 'dust-1'`);
  await countLotTerms(portal.database);
  expect(await lotsOf()).toBe(3);
  await imported(portal.database, [aLot({ sourceId: 'more', lotNo: 8, auctionDate: inDays(2), equip: 'WARP' })]);
  await countLotTerms(portal.database);
  expect(await lotsOf()).toBe(3);
  await portal.database.pool.query(`delete from vehicle_word_countings`);
  await portal.database.pool.query(`update lots set equip = '' where source_id = 'dust-2'`);
  await countLotTerms(portal.database);
  expect(await lotsOf()).toBe(2);
});

// @covers OPS-06
test('a program of the provider reads and writes the same, each by its scope', async () => {
  const { db } = portal.database;
  const [reader, writer] = [await createProgram(db, ['lots:read']), await createProgram(db, ['lots:write'])];
  const words = (program: Person) => portal.ask(program, 'GET', '/v1/back-office/lots/words?kind=grade');
  const write = (program: Person) =>
    portal.ask(program, 'POST', '/v1/back-office/lots/write-word', {
      kind: 'grade',
      word: 'Z',
      en: 'Last',
      ru: 'Последняя',
    });
  expect((await words(reader)).body.items).toMatchObject([{ word: 'Z', lots: 1 }]);
  expect((await words(writer)).status).toBe(403);
  expect((await write(reader)).status).toBe(403);
  expect((await write(writer)).status).toBe(200);
  expect(await listed('grade', 'own', 'Z')).toMatchObject({ changes: [{ by: writer.email }] });
  const back = { kind: 'grade', word: 'Z' };
  expect((await portal.ask(writer, 'POST', '/v1/back-office/lots/take-back-word', back)).status).toBe(200);
});

test('limits the number of terms, and existing ones can still be corrected', async () => {
  await portal.database.pool.query(
    `insert into vehicle_words (kind, key, word, en, ru) select 'remark', 'N' || n, 'n' || n, 'x', 'x'
       from generate_series(1, $1 - (select count(*) from vehicle_words)) n`,
    [MAX_GLOSSARY_OVERRIDES],
  );
  expect(await post('write-word', { ...DUST, word: 'ONE MORE' })).toMatchObject({
    status: 409,
    body: { messageCode: 'FeedWord.TooMany' },
  });
  expect((await post('write-word', { ...DUST, en: 'Star dust' })).status).toBe(200);
});
