import { ROLE } from '@seri/contract/auth/permissions.ts';
import { expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const { portal, client: anna, manager: maria } = ownLotPortal();

const save = (person: Person | null, body: object, page = 'car-auction') =>
  portal.ask(person, 'POST', `/v1/${page}/save-comment`, body);
const commonDetail = async (person: Person, id: number, page = 'car-auction') => {
  const { body } = await portal.ask(person, 'GET', `/v1/${page}/view-lot?id=${id}`);
  return body.carCommonDetail ?? body.bikeCommonDetail;
};
const trail = (lotId: number) =>
  portal.database.db
    .selectFrom('lot_note_events')
    .select(['actor_id', 'before', 'after'])
    .where('lot_id', '=', lotId)
    .orderBy('id')
    .execute();

// @covers LOT-10
test('only managers write notes', async () => {
  const id = String(await createLot(portal.database.db));
  expect((await save(null, { id, comment: 'x' })).status).toBe(401);
  expect((await save(anna, { id, comment: 'x' })).body).toMatchObject({ messageCode: 'Access.Denied' });
  expect((await commonDetail(anna, Number(id))).comment).toBe('');
});

test.each([
  ['999999', 'car-auction'],
  ['abc', 'car-auction'],
  ['0', 'bikes'],
])('there is no lot %s for a note', async (id, page) => {
  expect((await save(maria, { id, comment: 'x' }, page)).body).toMatchObject({ messageCode: 'NotFound' });
});

test('notes belong to the page of cars or of motorcycles', async () => {
  const [car, bike] = [await createLot(portal.database.db), await createLot(portal.database.db, { vehicle: 'bike' })];
  expect((await save(maria, { id: String(bike), comment: 'x' })).status).toBe(404);
  expect((await save(maria, { id: String(car), comment: 'x' }, 'bikes')).status).toBe(404);
  expect((await save(maria, { id: String(bike), comment: 'Loud' }, 'bikes')).status).toBe(200);
  expect(await commonDetail(anna, bike, 'bikes')).toMatchObject({ comment: 'Loud', commentEditable: false });
  expect(await commonDetail(maria, bike, 'bikes')).toMatchObject({ comment: 'Loud', commentEditable: true });
});

test.each([
  ['too long', { comment: 'x'.repeat(2_001) }],
  ['no text', { comment: 1 }],
  ['unknown field', { comment: 'x', author: 'me' }],
])('refuses an invalid note: %s', async (_, more) => {
  const id = String(await createLot(portal.database.db));
  expect((await save(maria, { id, ...more })).status).toBe(422);
});

// @covers LOT-10
test('writes, changes and, when empty, deletes a note; the log names the author', async () => {
  const id = await createLot(portal.database.db);
  const paul = await createPerson(portal.database.db, { roleId: ROLE.manager });
  const write = async (person: Person, comment: string) =>
    expect((await save(person, { id: String(id), comment })).body).toEqual({ success: true });
  await write(maria, '  Ask me first  ');
  expect(await commonDetail(anna, id)).toMatchObject({ comment: 'Ask me first', commentEditable: false });
  await write(maria, 'Ask me first');
  await write(paul, 'Rust below');
  await write(maria, '   ');
  expect(await commonDetail(anna, id)).toMatchObject({ comment: '' });
  expect(await trail(id)).toEqual([
    { actor_id: maria.id, before: '', after: 'Ask me first' },
    { actor_id: paul.id, before: 'Ask me first', after: 'Rust below' },
    { actor_id: maria.id, before: 'Rust below', after: '' },
  ]);
});

test('the log can be neither changed nor deleted', async () => {
  const id = await createLot(portal.database.db);
  await save(maria, { id: String(id), comment: 'x' });
  const { db } = portal.database;
  await expect(db.updateTable('lot_note_events').set({ after: 'y' }).execute()).rejects.toThrow();
  await expect(db.deleteFrom('lot_note_events').execute()).rejects.toThrow();
});
