import { PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyRoutes } from '../company/routes.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { searchRoutes } from './routes.ts';

const SAVE = '/v1/user/save-search';
const UPDATE = '/v1/user/update-search';
const DELETE = '/v1/user/delete-search';
const MINE = '/v1/user/my-search';
const COUNTER = '/v1/user/search-counter';
const PRIUS = { title: 'Prius', params: 'maker=TOYOTA&model=PRIUS', type: 'car-auction' };
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    searchRoutes(app, database);
    companyRoutes(app, database);
  });
});
afterAll(() => portal.close());

const somebody = () => createPerson(portal.database.db);
const post = (person: Person | null, path: string, body: unknown) => portal.ask(person, 'POST', path, body);
const save = (person: Person | null, more: object = {}) => post(person, SAVE, { ...PRIUS, ...more });
const mine = async (person: Person, type = 'car-auction') =>
  (await portal.ask(person, 'GET', `${MINE}?type=${type}`)).body;
const firstId = async (person: Person): Promise<number> => (await mine(person)).items[0].id;

test('a signed-out user cannot save, list, change or count searches', async () => {
  for (const path of [SAVE, UPDATE, DELETE])
    expect(await post(null, path, {})).toMatchObject({ status: 401, body: { messageCode: 'Auth.SignedOut' } });
  for (const path of [MINE, COUNTER]) expect((await portal.ask(null, 'GET', `${path}?type=stock`)).status).toBe(401);
});

test('the search of another user is not listed, renamed or deleted', async () => {
  const [anna, boris] = [await somebody(), await somebody()];
  await save(boris);
  const id = await firstId(boris);
  expect(await mine(anna)).toEqual({ items: [], counter: 0 });
  expect(await post(anna, UPDATE, { id, title: 'Mine now' })).toMatchObject({ status: 404 });
  expect(await post(anna, UPDATE, { id, alert: 'off' })).toMatchObject({ status: 404 });
  expect(await post(anna, DELETE, { id })).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
  expect((await mine(boris)).items).toMatchObject([{ id, title: 'Prius' }]);
});

// @covers LIST-36
test.each([
  ['a title of spaces', { title: '   ' }, 'title'],
  ['a title in two lines', { title: 'one\ntwo' }, 'title'],
  ['a title of 121 characters', { title: 'x'.repeat(121) }, 'title'],
  ['no filter at all', { params: 'sort=year&order=ASC' }, 'params'],
  ['a range of nothing', { params: 'yearFrom=0&yearTo=0' }, 'params'],
  ['a filter the listing does not know', { params: 'maker=TOYOTA&color2=RED' }, 'params'],
  ['a value the listing refuses', { params: 'maker=TOYOTA&yearFrom=last' }, 'params'],
  ['a text with forbidden characters', { params: 'maker=%00' }, 'params'],
  ['a search by chassis among motorcycles', { params: 'search=chassisId-ZVW50', type: 'bikes' }, 'params'],
  ['2,001 characters', { params: `search=model-${'x'.repeat(1_988)}` }, 'params'],
  ['another page', { type: 'share' }, 'type'],
  ['an alert at midnight', { alert: 'midnight' }, 'alert'],
])('a search with %s is not saved', async (_what, wrong, field) => {
  const anna = await somebody();
  const answer = await save(anna, wrong);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect((await mine(anna)).counter).toBe(0);
});

// @covers API-08
test('saves the query string of the URL without the page; the newest search comes first', async () => {
  const anna = await somebody();
  expect(await save(anna, { title: '  First  ', params: '?maker=TOYOTA&page=7&sort=year&order=DESC' })).toMatchObject({
    status: 200,
    body: null,
  });
  const second = 'auction=USS+Tokyo&auction=TAA%2C+Kinki&mileageTo=60000&pageSize=50';
  await save(anna, { title: 'Second', params: second, alert: 'daily' });
  expect(await mine(anna)).toEqual({
    items: [
      { id: expect.any(Number), title: 'Second', params: second, type: 'car-auction', alert: 'daily' },
      {
        id: expect.any(Number),
        title: 'First',
        params: 'maker=TOYOTA&sort=year&order=DESC',
        type: 'car-auction',
        alert: 'off',
      },
    ],
    counter: 2,
  });
});

test('both spellings of maker and model are accepted on every page', async () => {
  const anna = await somebody();
  for (const type of PAGE_TYPES) {
    expect(await save(anna, { type, params: 'makers=HONDA&models=CB400' })).toMatchObject({ status: 200 });
    expect(await mine(anna, type)).toMatchObject({ items: [{ params: 'makers=HONDA&models=CB400' }], counter: 1 });
  }
});

test('renames a search and sets its alert independently', async () => {
  const anna = await somebody();
  await save(anna, { alert: 'daily' });
  const id = await firstId(anna);
  expect(await post(anna, UPDATE, { id, title: ' ' })).toMatchObject({ status: 422 });
  expect(await post(anna, UPDATE, { id, title: ' Hybrids ' })).toMatchObject({ status: 200, body: { success: true } });
  expect((await mine(anna)).items).toMatchObject([{ title: 'Hybrids', alert: 'daily' }]);
  await post(anna, UPDATE, { id, alert: 'instant' });
  expect((await mine(anna)).items).toMatchObject([{ title: 'Hybrids', alert: 'instant' }]);
});

test('an alert covers lots from the time it is switched on, which stays while it is on', async () => {
  const anna = await somebody();
  await save(anna);
  const id = await firstId(anna);
  const since = async () =>
    (
      await portal.database.db
        .selectFrom('saved_searches')
        .select('alert_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).alert_since.getTime();
  const saved = await since();
  await post(anna, UPDATE, { id, title: 'Other words' });
  expect(await since()).toBe(saved);
  await post(anna, UPDATE, { id, alert: 'instant' });
  const switchedOn = await since();
  expect(switchedOn).toBeGreaterThan(saved);
  await post(anna, UPDATE, { id, alert: 'daily' });
  expect(await since()).toBe(switchedOn);
});

// @covers LIST-39
test('the counters of menu and page follow, with an empty text for none', async () => {
  const anna = await somebody();
  const counters = async () => (await portal.ask(anna, 'GET', '/v1/site/menu-counters')).body.search;
  const counter = async (type: string) => (await portal.ask(anna, 'GET', `${COUNTER}?type=${type}`)).body.counter;
  const none = { bikes: '', 'bike-stats': '', 'car-auction': '', stock: '', stats: '' };
  expect([await counters(), await counter('stats')]).toEqual([none, '']);
  await save(anna);
  await save(anna, { type: 'stats' });
  await save(anna, { type: 'stats' });
  expect(await counters()).toEqual({ ...none, 'car-auction': '1', stats: '2' });
  expect(await counter('stats')).toBe('2');
  expect(await post(anna, DELETE, { id: await firstId(anna) })).toMatchObject({ status: 200, body: { success: true } });
  expect(await counters()).toEqual({ ...none, stats: '2' });
  expect((await mine(anna)).counter).toBe(0);
});

// @covers LIST-36
test('of fifty concurrent saves ten succeed and forty are refused; a deletion makes room for one', async () => {
  const anna = await somebody();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => save(anna, { title: `No ${number}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ body }) => body?.messageCode === 'Search.Limit')).toHaveLength(40);
  expect((await mine(anna)).counter).toBe(10);
  expect(await save(anna)).toMatchObject({
    status: 409,
    body: { messageCode: 'Search.Limit', details: { max: 10 } },
  });
  // Each page has its own limit.
  expect(await save(anna, { type: 'stock' })).toMatchObject({ status: 200 });
  await post(anna, DELETE, { id: await firstId(anna) });
  const again = await Promise.all([save(anna), save(anna), save(anna)]);
  expect(again.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});
