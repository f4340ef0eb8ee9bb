import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { createProgram } from '../../testing/http/programs.ts';
import { feedNameRoutes } from './name-routes.ts';

let portal: TestPortal;
let maria: Person;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal(feedNameRoutes);
  const { db } = portal.database;
  maria = await createPerson(db, { roleId: 991, fullName: 'Maria Ito' });
  anna = await createPerson(db);
  const toyota = Array.from({ length: 3 }, (_, at) => aLot({ sourceId: `toyota-${at}`, lotNo: 10 + at }));
  await imported(portal.database, [
    demoHouse(),
    ...toyota,
    aLot({ sourceId: 'wrong', lotNo: 1, maker: 'Toy-Ota', color: 'SPACE DUST', source: 'uss' }),
    aLot({ sourceId: 'kana', lotNo: 2, maker: 'トヨタ', source: 'uss' }),
    aLot({ sourceId: 'lost', lotNo: 3, house: 'NOWHERE' }),
  ]);
});
afterAll(() => portal.close());

const list = (query: object, person: Person | null = maria) =>
  portal.ask(person, 'GET', `/v1/feed/names?${new URLSearchParams(query as Record<string, string>)}`);
const post = (what: string, body: object, person: Person | null = maria, headers = {}) =>
  portal.ask(person, 'POST', `/v1/feed/${what}`, body, headers);
const named = async (kind: string, state: string, name: string) =>
  (await list({ kind, state, search: name })).body.items.find((item: { name: string }) => item.name === name);

test('clients and visitors can neither see nor decide anything', async () => {
  expect((await list({}, null)).status).toBe(401);
  expect((await list({}, anna)).status).toBe(403);
  for (const [what, body] of [
    ['merge-name', { nameId: 1, targetId: 2 }],
    ['accept-names', { nameIds: [1] }],
    ['take-back-name', { nameId: 1 }],
  ] as const) {
    expect((await post(what, body, null)).status).toBe(401);
    expect((await post(what, body, anna)).status).toBe(403);
  }
});

test('a manager without the right to decide can only look', async () => {
  const olga = await createPerson(portal.database.db, { roleId: 991, permissions: { bidManageBidPrice: false } });
  expect((await list({}, olga)).status).toBe(200);
  expect((await post('accept-names', { nameIds: [1] }, olga)).status).toBe(403);
});

test('refuses invalid and unknown names', async () => {
  expect((await list({ kind: 'wheel' })).status).toBe(400);
  expect((await post('merge-name', { nameId: 1 })).status).toBe(422);
  expect((await post('accept-names', { nameIds: [] })).status).toBe(422);
  expect((await post('merge-name', { nameId: 999_999, targetId: 999_998 })).status).toBe(404);
  expect((await post('accept-names', { nameIds: [999_999] })).status).toBe(404);
  expect((await post('take-back-name', { nameId: 999_999 })).status).toBe(404);
  const toyota = await named('maker', 'own', 'TOYOTA');
  expect(await post('take-back-name', { nameId: toyota.nameId })).toMatchObject({
    status: 409,
    body: { messageCode: 'FeedName.NotMerged' },
  });
});

test('lists new names with their number of lots, one of them, and a suggestion', async () => {
  const { body } = await list({ kind: 'maker' });
  expect(body.items).toMatchObject([
    { name: 'トヨタ', source: 'uss', lots: 1, moreLots: false, suggestion: { name: 'TOYOTA' }, decided: null },
    { name: 'Toy-Ota', lots: 1, suggestion: { name: 'TOYOTA' }, example: { lotNo: 1, house: 'USS Tokyo' } },
  ]);
  expect(body.counters).toEqual([
    { kind: 'maker', names: 2 },
    { kind: 'model', names: 3 },
    { kind: 'color', names: 1 },
    { kind: 'grade', names: 0 },
    { kind: 'house', names: 1 },
  ]);
  expect(body.pageInfo).toMatchObject({ totalSearchResults: 2, totalResults: 2 });
  expect(await named('maker', 'own', 'TOYOTA')).toMatchObject({ lots: 3, suggestion: null });
  expect((await list({ kind: 'maker', search: 'oy-o' })).body.items).toHaveLength(1);
  expect((await list({ kind: 'model', state: 'new', maker: 'TOYOTA' })).body.items).toMatchObject([
    { name: 'PRIUS', maker: 'TOYOTA', lots: 3 },
  ]);
});

test('an unknown auction house has quarantined lots, and cannot become canonical', async () => {
  const house = await named('house', 'new', 'NOWHERE');
  expect(house).toMatchObject({ lots: 1, example: null });
  expect(await post('accept-names', { nameIds: [house.nameId] })).toMatchObject({
    body: { messageCode: 'FeedName.HouseNeedsRow' },
  });
  const tokyo = await named('house', 'own', 'USS Tokyo');
  expect(tokyo).toMatchObject({ lots: 5 });
  expect(await post('merge-name', { nameId: tokyo.nameId, targetId: house.nameId })).toMatchObject({
    body: { messageCode: 'FeedName.HouseStands' },
  });
});

// @covers OPS-06
test('a merge is decided once per key, shows its author and time, and can be undone', async () => {
  const [name, target] = [await named('maker', 'new', 'Toy-Ota'), await named('maker', 'own', 'TOYOTA')];
  const merge = { nameId: name.nameId, targetId: target.nameId };
  for (const _ of [1, 2])
    expect(await post('merge-name', merge, maria, { 'idempotency-key': 'one' })).toMatchObject({ status: 200 });
  expect(await named('maker', 'merged', 'Toy-Ota')).toMatchObject({
    standsFor: 'TOYOTA',
    decided: { by: 'Maria Ito' },
    changing: 0,
  });
  expect((await list({ kind: 'maker' })).body.items).toHaveLength(1);
  expect((await post('take-back-name', { nameId: name.nameId })).status).toBe(200);
  expect(await named('maker', 'new', 'Toy-Ota')).toMatchObject({ standsFor: null, decided: { by: 'Maria Ito' } });
});

test('a program of the provider reads and decides the same, each by its scope', async () => {
  const { db } = portal.database;
  const [reader, writer] = [await createProgram(db, ['lots:read']), await createProgram(db, ['lots:write'])];
  const names = (program: Person) => portal.ask(program, 'GET', '/v1/back-office/lots/names?kind=color');
  const accept = (program: Person, nameId: number) =>
    portal.ask(program, 'POST', '/v1/back-office/lots/accept-names', { nameIds: [nameId] });
  const [color] = (await names(reader)).body.items;
  expect(color).toMatchObject({ name: 'SPACE DUST', lots: 1 });
  expect((await names(writer)).status).toBe(403);
  expect((await accept(reader, color.nameId)).status).toBe(403);
  expect((await accept(writer, color.nameId)).status).toBe(200);
  expect(await named('color', 'own', 'SPACE DUST')).toMatchObject({ decided: { by: writer.email } });
});
