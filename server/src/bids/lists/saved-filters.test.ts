import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterAll(() => fixture.close());

const save = (person: Person | null, title: string, params = 'auction=USS+Tokyo&condition=5&condition=4.5&page=3') =>
  fixture.ask(person, 'POST', '/v1/bid/save-filter', { title, params });
const remove = (person: Person | null, id: number) => fixture.ask(person, 'POST', '/v1/bid/delete-filter', { id });
const mine = (person: Person | null) => fixture.ask(person, 'GET', '/v1/bid/my-filters');
const titles = async (person: Person) => (await mine(person)).body.items.map(({ title }: { title: string }) => title);

test('each manager saves their own named filters', async () => {
  const { maria, anna } = fixture;
  expect([(await save(null, 'x')).status, (await mine(null)).status, (await remove(null, 1)).status]).toEqual([
    401, 401, 401,
  ]);
  expect([(await save(anna, 'x')).status, (await mine(anna)).status, (await remove(anna, 1)).status]).toEqual([
    403, 403, 403,
  ]);
  expect((await save(maria, ' Tokyo, good ')).status).toBe(200);
  const [kept] = (await mine(maria)).body.items;
  expect(kept).toMatchObject({ title: 'Tokyo, good', params: 'auction=USS+Tokyo&condition=5&condition=4.5' });
  const kenji = await createPerson(fixture.db, { roleId: ROLE.manager });
  expect(await titles(kenji)).toEqual([]);
  expect((await remove(kenji, kept.id)).status).toBe(404);
  expect((await save(maria, 'Tokyo, good', 'mine=1')).status).toBe(200);
  expect((await mine(maria)).body.items).toMatchObject([{ title: 'Tokyo, good', params: 'mine=1' }]);
  expect((await remove(maria, kept.id)).body).toEqual({ success: true });
  expect(await titles(maria)).toEqual([]);
});

test.each([
  ['', 'mine=1'],
  ['two\nlines', 'mine=1'],
  ['x'.repeat(61), 'mine=1'],
  ['a', ''],
  ['a', 'page=3'],
  ['a', 'surprise=1'],
  ['a', 'bidStatus=9'],
])('%j with %j is refused', async (title, params) => {
  expect((await save(fixture.maria, title, params)).status).toBe(422);
});

test('saves at most ten filters, even with concurrent calls', async () => {
  const tora = await createPerson(fixture.db, { roleId: ROLE.manager });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => save(tora, `Filter ${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { messageCode: 'Bid.FilterLimit', details: { max: 10 } },
  });
  const [first] = await titles(tora);
  expect((await save(tora, first)).status).toBe(200);
});
