import { MAX_ASKED_LOTS } from '@seri/contract/costs/question-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { readCostTable } from '../testing/fixtures/cost-table.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { insertCostTable } from './queries.ts';
import { updateDoorTotals } from './totals/update-door-totals.ts';

let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  const { db } = portal.database;
  anna = await createPerson(db);
  boris = await createPerson(db);
  maria = await createPerson(db, { roleId: 991 });
});
afterAll(() => portal.close());

const ask = (person: Person | null, id: number | string, pageType = 'car-auction') =>
  portal.ask(person, 'POST', '/v1/costs/ask', { id: String(id), pageType });
const costs = async (person: Person, id: number) =>
  (await portal.ask(person, 'GET', `/v1/costs/lot-costs?id=${id}&pageType=car-auction`)).body;
const goTo = (person: Person, destination: string, currency: string) =>
  portal.ask(person, 'PUT', '/v1/costs/door', { destination, buyer: 'person', currency });
const newsOf = async (person: Person) =>
  (await portal.ask(person, 'GET', '/v1/notifications/list')).body.notifications as {
    kind: string;
    lot: { id: string };
    question?: { facts: string[]; clientId: number | null };
  }[];
const answer = (id: number, facts: object) => portal.ask(maria, 'POST', '/v1/lots/facts', { id: String(id), facts });

/** A car whose power and size are unknown; petrol, registered in 2022. */
const unknownPower = (more = {}) =>
  createLot(portal.database.db, {
    ...{ year: 2022, month: 5, engine_cc: 1_800, start_price_yen: 900_000, average_price_yen: null },
    facts: JSON.stringify({ feed: { fuel: 'petrol', hybrid: 'none', firstRegistrationYear: 2022 } }),
    ...more,
  });

/** Difference between the dearest and the cheapest case in lists. */
async function widthOf(lotId: number, destination = 'RUVVO'): Promise<number> {
  await updateDoorTotals(portal.database, AbortSignal.timeout(60_000));
  const { rows } = await portal.database.pool.query(
    `select most_yen[slot] - least_yen[slot] as width from lot_doors, door_slots
      where lot_id = $1 and destination = $2 and buyer = 'person'`,
    [lotId, destination],
  );
  return rows[0].width;
}

// @covers DOOR-05
test('a client asks for unknown facts, the manager stores the answer on the lot, and the range narrows', async () => {
  const { db } = portal.database;
  const lotId = await unknownPower();
  expect((await ask(null, lotId)).status).toBe(401);
  expect((await ask(maria, lotId)).status).toBe(403);
  expect((await ask(anna, await unknownPower({ is_private: true }))).status).toBe(404);
  expect((await ask(anna, 999_999)).status).toBe(404);
  expect((await ask(anna, lotId, 'bikes')).status).toBe(404);
  for (const [id, page] of [
    ['', 'car-auction'],
    ['x'.repeat(30), 'car-auction'],
    [lotId, 'nowhere'],
  ] as const)
    expect((await ask(anna, id, page)).status).toBe(422);
  expect((await ask(anna, lotId)).body.messageCode).toBe('Door.NoDestination');
  await insertCostTable(db, readCostTable());
  await goTo(anna, 'RUVVO', 'RUB');
  await goTo(boris, 'RUVVO', 'RUB');
  const over = await unknownPower({ auction_day: '2020-01-10', auction_at: new Date('2020-01-10T01:00:00Z') });
  expect((await ask(anna, over)).body.messageCode).toBe('Door.NothingToAsk');
  const banned = await unknownPower({ engine_cc: 2_500 });
  expect((await ask(anna, banned)).body.messageCode).toBe('Door.NothingToAsk');

  const asked = await ask(anna, lotId);
  expect(asked.status).toBe(200);
  expect(asked.body.asked).toEqual(expect.arrayContaining(['powerPs', 'volumeM3']));
  expect((await ask(anna, lotId)).body).toEqual(asked.body);
  await ask(boris, lotId);
  const questions = (await newsOf(maria)).filter(({ kind }) => kind === 'vehicle_question');
  expect(questions.map(({ question }) => question?.clientId)).toEqual([boris.id, anna.id]);
  expect(questions[0]).toMatchObject({ lot: { id: String(lotId) }, question: { facts: asked.body.asked.toSorted() } });
  expect((await costs(maria, lotId)).asked).toContainEqual({ fact: 'powerPs', clients: 2 });
  expect((await costs(anna, lotId)).asked).toContainEqual({ fact: 'powerPs', clients: 1 });

  const wide = await widthOf(lotId);
  expect((await answer(lotId, { powerPs: 182 })).status).toBe(200);
  expect((await costs(anna, lotId)).vehicle.powerPs).toBe(182);
  const narrow = await widthOf(lotId);
  expect(narrow).toBeLessThan(wide);
  const open = (await costs(anna, lotId)).asked.map(({ fact }: { fact: string }) => fact);
  expect(open).toContain('volumeM3');
  expect(open).not.toContain('powerPs');
  for (const person of [anna, boris])
    expect((await newsOf(person))[0]).toMatchObject({ kind: 'vehicle_answered', question: { facts: ['powerPs'] } });
  // The last of the three lengths answers the volume.
  await answer(lotId, { lengthMm: 4_600, widthMm: 1_695 });
  expect((await costs(anna, lotId)).asked.map(({ fact }: { fact: string }) => fact)).toContain('volumeM3');
  await answer(lotId, { heightMm: 1_500 });
  expect((await costs(anna, lotId)).asked.map(({ fact }: { fact: string }) => fact)).not.toContain('volumeM3');
  expect(await widthOf(lotId)).toBeLessThan(narrow);
  // A value that is taken back can be asked for again.
  await answer(lotId, { powerPs: null });
  expect((await ask(anna, lotId)).body.asked).toContain('powerPs');
}, 60_000);

/** Everything that Russian law asks about a car of 2022. */
const KNOWN = { fuel: 'petrol', hybrid: 'none', powerPs: 109, lengthMm: 4_400, widthMm: 1_695, heightMm: 1_500 };
const REGISTERED = { firstRegistrationYear: 2022, firstRegistrationMonth: 3 };
const carWith = (feed: object, more: object) => unknownPower({ facts: JSON.stringify({ feed }), ...more });

// @covers DOOR-05, FACT-01
test('one value of the manager, the displacement, makes the range one total, before the value of the list', async () => {
  await goTo(anna, 'RUVVO', 'RUB');
  const lotId = await carWith({ ...KNOWN, ...REGISTERED }, { engine_cc: null });
  expect((await portal.ask(null, 'POST', '/v1/lots/facts', { id: String(lotId), facts: {} })).status).toBe(401);
  expect((await portal.ask(anna, 'POST', '/v1/lots/facts', { id: String(lotId), facts: {} })).status).toBe(403);
  expect((await answer(999_999, { engineCc: 1_498 })).status).toBe(404);
  for (const wrong of [{ engineCc: -1 }, { engineCc: 1.5 }, { engineCc: 100_000 }, { engineCc: '1498' }])
    expect((await answer(lotId, wrong)).status).toBe(422);
  const listed = await carWith({ ...KNOWN, ...REGISTERED }, { engine_cc: 1_800 });
  expect((await ask(anna, listed)).body.messageCode).toBe('Door.NothingToAsk');

  expect((await ask(anna, lotId)).body.asked).toEqual(['engineCc']);
  expect(await widthOf(lotId)).toBeGreaterThan(0);
  expect((await answer(lotId, { engineCc: 1_498 })).body.facts.engineCc).toEqual({ value: 1_498, origin: 'manager' });
  expect(await widthOf(lotId)).toBe(0);
  const { vehicle, asked } = await costs(anna, lotId);
  expect([vehicle.engineCc, asked]).toEqual([1_498, []]);
  expect((await newsOf(anna))[0]).toMatchObject({ kind: 'vehicle_answered', question: { facts: ['engineCc'] } });

  await answer(listed, { engineCc: 1_498 });
  const page = (await portal.ask(anna, 'GET', `/v1/car-auction/view-lot?id=${listed}`)).body;
  expect(page.carSpecification.engineCC).toBe(1_498);
  await answer(listed, { engineCc: null });
  expect((await costs(anna, listed)).vehicle.engineCc).toBe(1_800);
});

// @covers DOOR-05, FACT-01
test('the date that decides is asked for: the month of build in the United States, that of registration in Russia', async () => {
  // Auctions of next June arrive in the same year, and in the middle of the months that a year may mean.
  const auctionYear = new Date().getUTCFullYear() + 1;
  const june = { auction_day: `${auctionYear}-06-10`, auction_at: new Date(`${auctionYear}-06-10T01:00:00Z`) };
  const year = auctionYear - 25;
  await goTo(anna, 'USLAX', 'USD');
  const old = await carWith(KNOWN, { year, month: null, ...june });
  for (const wrong of [{ builtMonth: 0 }, { builtMonth: 13 }, { builtYear: 1_800 }])
    expect((await answer(old, wrong)).status).toBe(422);
  expect((await ask(anna, old)).body.asked).toEqual(['builtMonth']);
  expect(await widthOf(old, 'USLAX')).toBeGreaterThan(0);
  expect((await answer(old, { builtMonth: 1 })).status).toBe(200);
  expect(await widthOf(old, 'USLAX')).toBe(0);
  expect((await costs(anna, old)).vehicle).toMatchObject({ builtYear: year, builtMonth: 1 });
  // The month of the list belongs to its year.
  const listed = await carWith(KNOWN, { year, month: 2, ...june });
  await answer(listed, { builtYear: year - 1 });
  expect((await costs(anna, listed)).vehicle).toMatchObject({ builtYear: year - 1, builtMonth: null });

  await goTo(anna, 'RUVVO', 'RUB');
  const young = await carWith(KNOWN, { year: auctionYear - 5, month: null, ...june });
  expect((await ask(anna, young)).body.asked).toEqual(['firstRegistrationMonth']);
  expect(await widthOf(young)).toBeGreaterThan(0);
  await answer(young, { firstRegistrationMonth: 12 });
  expect(await widthOf(young)).toBe(0);
});

// @covers DOOR-05
test('a customs value is asked for and stored at the port, also on the way to an inland destination', async () => {
  const lotId = await unknownPower();
  await goTo(anna, 'KENBO', 'KES');
  await goTo(boris, 'KEMBA', 'KES');
  expect((await ask(anna, lotId)).body.asked).toContain('referenceValue');
  const body = { id: String(lotId), destination: 'KEMBA', value: 1_500_000 };
  expect((await portal.ask(maria, 'PUT', '/v1/costs/reference-value', body)).status).toBe(200);
  for (const person of [anna, boris]) expect((await costs(person, lotId)).vehicle.referenceValue).toBe(1_500_000);
  expect((await newsOf(anna))[0]).toMatchObject({ kind: 'vehicle_answered', question: { facts: ['referenceValue'] } });
  expect((await costs(anna, lotId)).asked).not.toContainEqual({ fact: 'referenceValue', clients: 1 });
});

test('a client may have questions about so many lots at a time', async () => {
  const { pool } = portal.database;
  const clara = await createPerson(portal.database.db);
  await goTo(clara, 'RUVVO', 'RUB');
  const [first, ...others] = await Promise.all(Array.from({ length: MAX_ASKED_LOTS + 1 }, () => unknownPower()));
  await pool.query(
    `insert into lot_questions (lot_id, user_id, fact, port) select unnest($1::bigint[]), $2, 'powerPs', 'RUVVO'`,
    [others, clara.id],
  );
  expect((await ask(clara, first ?? 0)).body.messageCode).toBe('Door.QuestionLimit');
  await answer(others[0] ?? 0, { powerPs: 100 });
  expect((await ask(clara, first ?? 0)).status).toBe(200);
});
