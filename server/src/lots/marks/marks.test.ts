import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { MAX_DIFFERENT_TAGS } from './mark-routes.ts';

const { portal, client: anna, manager: maria } = ownLotPortal();

const post = (person: Person | null, call: string, body: object) =>
  portal.ask(person, 'POST', `/v1/lots/${call}`, body);
const view = async (person: Person, id: number) =>
  (await portal.ask(person, 'GET', `/v1/car-auction/view-lot?id=${id}`)).body;
const listed = async (person: Person, query: string) =>
  (await portal.ask(person, 'GET', `/v1/car-auction/listing?${query}`)).body.carsList.map(({ id }: { id: string }) =>
    Number(id),
  );
const choices = async (person: Person, query: string) =>
  (await portal.ask(person, 'GET', `/v1/car-auction/filters?${query}`)).body;
const upcoming = (maker: string) => createLot(portal.database.db, { maker });

describe('own marks on a lot', () => {
  test('need a session, a lot that exists and may be opened, and valid values', async () => {
    const hidden = await createLot(portal.database.db, { is_private: true });
    expect((await post(null, 'hide', { id: '1', hidden: true })).status).toBe(401);
    for (const id of ['999999', 'abc', String(hidden)]) {
      expect((await post(anna, 'hide', { id, hidden: true })).status).toBe(404);
      expect((await post(anna, 'seen', { id })).status).toBe(404);
      expect((await post(anna, 'own-note', { id, note: 'x', tags: [] })).status).toBe(404);
    }
    const id = String(await upcoming('VALID'));
    for (const body of [
      { id, note: 'x'.repeat(2_001), tags: [] },
      { id, note: 'a\0b', tags: [] },
      { id, note: '', tags: [' '] },
      { id, note: '', tags: ['x'.repeat(31)] },
      { id, note: '', tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
    ])
      expect((await post(anna, 'own-note', body)).status).toBe(422);
    expect((await post(anna, 'visit', { pageType: 'nowhere' })).status).toBe(422);
  });

  // @covers FIND-03, LIST-44
  test('a hidden lot leaves the lists of its owner only, and comes back', async () => {
    const [first, second] = [await upcoming('HIDDEN'), await upcoming('HIDDEN')];
    expect((await post(anna, 'hide', { id: String(first), hidden: true })).status).toBe(200);
    expect(await listed(anna, 'maker=HIDDEN')).toEqual([second]);
    expect(await listed(anna, 'maker=HIDDEN&hidden=1')).toEqual([first]);
    expect((await listed(maria, 'maker=HIDDEN')).toSorted()).toEqual([first, second]);
    expect(await choices(anna, 'maker=HIDDEN')).toMatchObject({ totalSearchResults: 1, own: { hidden: 1, unseen: 1 } });
    expect((await view(anna, first)).own).toEqual({ hidden: true, note: '', tags: [] });
    await post(anna, 'hide', { id: String(first), hidden: false });
    expect((await listed(anna, 'maker=HIDDEN')).toSorted()).toEqual([first, second]);
  });

  // @covers LIST-44, FIND-01
  test('opened lots are left out on request, and lots listed after the last visit are new', async () => {
    const [first, second] = [await upcoming('SEEN'), await upcoming('SEEN')];
    await post(anna, 'seen', { id: String(first) });
    expect(await listed(anna, 'maker=SEEN&seen=0')).toEqual([second]);
    expect(await listed(anna, 'maker=SEEN&seen=1')).toEqual([first]);
    expect((await post(anna, 'visit', { pageType: 'car-auction' })).body).toEqual({ newSince: null });
    expect(await listed(anna, 'maker=SEEN&new=1')).toHaveLength(2);
    await sql`update list_visits set last_at = last_at - interval '2 hours'`.execute(portal.database.db);
    await sql`update lots set created_at = now() - interval '3 hours', color = 'RED' where id = ${first}`.execute(
      portal.database.db,
    );
    expect((await post(anna, 'visit', { pageType: 'car-auction' })).body.newSince).toEqual(expect.any(String));
    expect(await listed(anna, 'maker=SEEN&new=1')).toEqual([second]);
    expect((await choices(anna, 'maker=SEEN')).own).toEqual({ hidden: 0, unseen: 1, new: 1 });
  });

  // @covers FIND-03
  test('notes and tags belong to one person, filter lists and are counted', async () => {
    const [first, second] = [await upcoming('TAGGED'), await upcoming('TAGGED')];
    await post(anna, 'own-note', { id: String(first), note: ' Call  me ', tags: ['папа', 'папа', 'ＳＵＶ'] });
    await post(maria, 'own-note', { id: String(second), note: 'mine', tags: ['папа'] });
    expect((await view(anna, first)).own).toEqual({ hidden: false, note: 'Call  me', tags: ['папа', 'SUV'] });
    expect((await view(anna, second)).own).toEqual({ hidden: false, note: '', tags: [] });
    expect(await listed(anna, `maker=TAGGED&tag=${encodeURIComponent('папа')}`)).toEqual([first]);
    expect((await choices(anna, 'maker=TAGGED')).select.tag).toEqual([
      { value: 'SUV', label: 'SUV', counter: 1 },
      { value: 'папа', label: 'папа', counter: 1 },
    ]);
    expect((await portal.ask(anna, 'GET', '/v1/lots/own-tags')).body).toEqual([
      { tag: 'SUV', lots: 1 },
      { tag: 'папа', lots: 1 },
    ]);
    await post(anna, 'own-note', { id: String(first), note: '', tags: [] });
    expect(await listed(anna, 'maker=TAGGED&tag=SUV')).toEqual([]);
  });

  test('refuses one tag too many', async () => {
    const otto = await createPerson(portal.database.db, {});
    for (let at = 0; at < MAX_DIFFERENT_TAGS; at += 10) {
      const tags = Array.from({ length: 10 }, (_, more) => `tag ${at + more}`);
      expect((await post(otto, 'own-note', { id: String(await upcoming('MANY')), note: '', tags })).status).toBe(200);
    }
    const id = String(await upcoming('MANY'));
    const { body } = await post(otto, 'own-note', { id, note: '', tags: ['one more'] });
    expect(body).toMatchObject({ messageCode: 'Lot.MarkLimit' });
    expect((await post(otto, 'own-note', { id, note: '', tags: ['tag 1'] })).status).toBe(200);
  });
});

describe("a manager's answer about a vehicle", () => {
  // @covers FACT-01
  test('only managers give it; it wins, its author is recorded, and removing it restores the feed', async () => {
    const id = await createLot(portal.database.db, { facts: JSON.stringify({ feed: { powerPs: 98 } }) });
    const answer = (person: Person | null, facts: object) => post(person, 'facts', { id: String(id), facts });
    expect((await answer(null, { powerPs: 100 })).status).toBe(401);
    expect((await answer(anna, { powerPs: 100 })).status).toBe(403);
    expect((await post(maria, 'facts', { id: '999999', facts: {} })).status).toBe(404);
    for (const wrong of [{ powerPs: 0 }, { fuel: 'steam' }, { horses: 1 }, { typeCode: '???' }])
      expect((await answer(maria, wrong)).status).toBe(422);
    expect((await answer(maria, { powerPs: 100, fuel: 'diesel' })).body.facts).toEqual({
      powerPs: { value: 100, origin: 'manager' },
      fuel: { value: 'diesel', origin: 'manager' },
    });
    expect(await view(anna, id)).toMatchObject({
      carSpecification: { horsePower: 100 },
      facts: { powerPs: { value: 100, origin: 'manager' } },
    });
    expect((await answer(maria, { powerPs: null, fuel: null })).body.facts).toEqual({
      powerPs: { value: 98, origin: 'feed' },
    });
    // The manager's form shows what each value replaces.
    await answer(maria, { engineCc: 1_797, builtYear: 2017 });
    expect((await view(maria, id)).factsWithoutManager).toEqual({
      powerPs: { value: 98, origin: 'feed' },
      engineCc: { value: 1_800, origin: 'feed' },
      builtYear: { value: 2_018, origin: 'feed' },
    });
    expect(await view(anna, id)).not.toHaveProperty('factsWithoutManager');
    await answer(maria, { engineCc: null, builtYear: null });
    const events = await portal.database.db
      .selectFrom('lot_fact_events')
      .select(['actor_id', 'before', 'after'])
      .where('lot_id', '=', id)
      .orderBy('id')
      .limit(2)
      .execute();
    expect(events).toEqual([
      { actor_id: maria.id, before: {}, after: { powerPs: 100, fuel: 'diesel' } },
      { actor_id: maria.id, before: { powerPs: 100, fuel: 'diesel' }, after: {} },
    ]);
  });
});
