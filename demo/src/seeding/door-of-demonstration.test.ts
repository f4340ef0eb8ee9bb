import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import { costingFor, type DoorTotal, doorTotal } from '@seri/contract/costs/estimate.ts';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import { DOOR_VERDICTS, IMPORTABLE } from '@seri/contract/costs/verdicts.ts';
import type { LotRow } from '@seri/contract/feed/rows.ts';
import { registerCalls } from '@seri/server/compose/app.ts';
import { findCostedLots, insertCostTable } from '@seri/server/costs/queries.ts';
import { updateDoorTotals } from '@seri/server/costs/totals/update-door-totals.ts';
import { likelyYenOf, vehicleOfLot } from '@seri/server/costs/vehicle-of-lot.ts';
import { runImport } from '@seri/server/feed/run-import.ts';
import { onLotResult } from '@seri/server/flows/auctions/on-lot-result.ts';
import { importFacts } from '@seri/server/lots/fact-tables/import-facts.ts';
import { readSettings } from '@seri/server/platform/company-settings.ts';
import { japanDay, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { CALL_OPTIONS } from '@seri/server/testing/http/call-options.ts';
import { createPerson, type Person } from '@seri/server/testing/http/people.ts';
import { type TestPortal, testPortal } from '@seri/server/testing/http/portal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAYS_AHEAD, demoDay } from '../market/catalogue.ts';
import { readDemoCosts, readDemoPowers } from '../market/source-tables.ts';
import { houseRows, openStock, toLines } from '../market/write-feed.ts';
import { type StoredVehicle, verdictByLaw } from '../testing/import-law.ts';
import { POWERS } from './fill-demonstration.ts';

/** Loads and compares thousands of lots. */
const LONG = 120_000;
const UNKNOWN_YEN = 2_147_483_647;

/** A lot with its totals at the doors, as lists show them. */
interface StoredLot extends StoredVehicle {
  id: number;
  page: string;
  least: number[];
  most: number[];
  verdicts: number[];
}

const now = new Date();
const table: CostTable = readDemoCosts();
let portal: TestPortal;
let anna: Person;
let lots: StoredLot[];
let slotOf: Map<string, number>;

/** Of each kind of vehicle that rules can distinguish, the oldest or, in turn, the youngest of all upcoming lots. */
function everyKind(): LotRow[] {
  const today = japanDay(now);
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => shiftDay(today, ahead));
  const rows = days.flatMap((day) => demoDay(day).map((lot) => lot.row()));
  const kinds = Map.groupBy(rows, ({ vehicle, maker, model, typeCode, fuel, hybrid, steering, engine, month }) =>
    [vehicle, maker, model, typeCode, fuel, hybrid, steering, engine === null, month === null].join(),
  );
  const chosen = [...kinds.values()].flatMap((kind, place) => {
    const byAge = kind.toSorted((a, b) => ageKey(a) - ageKey(b));
    return byAge.at(place % 2 === 0 ? 0 : -1) ?? [];
  });
  return [...chosen, ...openStock(today, now)];
}
const ageKey = ({ year, month }: LotRow) => (year ?? 0) * 12 + (month ?? 0);

beforeAll(async () => {
  portal = await testPortal((app, database) => registerCalls(app, database, CALL_OPTIONS));
  const { database } = portal;
  anna = await createPerson(database.db, { creditLimitYen: -1 });
  await insertCostTable(database.db, table);
  await importFacts(database.db, POWERS, readDemoPowers());
  const rows = [...houseRows(japanDay(now)), ...everyKind()];
  await runImport({
    database,
    input: (async function* lines() {
      yield toLines(rows);
    })(),
    sourceName: 'demonstration',
    firstLoad: true,
    onOutcome: onLotResult,
  });
  await updateDoorTotals(database, AbortSignal.timeout(LONG));
  const slots = await database.db.selectFrom('door_slots').selectAll().where('buyer', '=', 'person').execute();
  slotOf = new Map(slots.map(({ destination, slot }) => [destination, slot - 1]));
  const { rows: stored } = await database.pool.query<StoredLot>(`
    select lots.id, upcoming_page as page, vehicle, house.export_port as port, auction_day as "auctionDay", year, month,
           coalesce(average_price_yen, start_price_yen, 0) as "priceYen", displacement_cc as "engineCc",
           coalesce(nullif(type_code, ''), nullif(chassis_code, '')) as "typeCode", nullif(fuel, '') as fuel,
           nullif(hybrid, '') as hybrid, nullif(steering, '') as steering,
           fact_of(facts, 'firstRegistrationYear')::integer as "registeredYear",
           fact_of(facts, 'firstRegistrationMonth')::integer as "registeredMonth",
           least_yen as least, most_yen as most, verdicts
      from lots join auction_houses house on house.id = house_id join lot_doors on lot_id = lots.id`);
  lots = stored;
}, LONG);
afterAll(() => portal.close());

const places = table.destinations.map(({ code }) => code);
const known = (yen: number | undefined) => (yen === UNKNOWN_YEN ? null : yen);
const slotAt = (place: string): number => slotOf.get(place) ?? -1;
const shownAt = (lot: StoredLot, place: string) => DOOR_VERDICTS[lot.verdicts[slotAt(place)] ?? -1];
const ask = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  (await portal.ask(anna, method, path, body)).body;
const goTo = (place: string) => ask('PUT', '/v1/costs/door', { destination: place, buyer: 'person', currency: 'JPY' });
/** The estimate of the lot's page, with the rules that its reply has. */
async function pageOf({ id, page }: Pick<StoredLot, 'id' | 'page'>, destination: string) {
  const {
    table: sent,
    vehicle,
    auctionDay,
    likelyYen,
  } = await ask('GET', `/v1/costs/lot-costs?id=${id}&pageType=${page}`);
  const { id: _, ...rules } = sent;
  const costing = costingFor(costTable.parse(rules), { vehicle, destination, buyer: 'person', auctionDay });
  return costing && doorTotal(likelyYen ?? 0, costing);
}

// @covers DOOR-04
test(
  'the total in the row is that of the page, for every kind of lot of the demonstration and every destination',
  async () => {
    const costed = await findCostedLots(
      portal.database.db,
      lots.map(({ id }) => id),
    );
    const byId = new Map(costed.map((lot) => [lot.id, lot]));
    const { agentFeeYen } = await readSettings(portal.database.db);
    let compared = 0;
    for (const row of lots) {
      const lot = byId.get(row.id);
      if (!lot) throw new Error('a lot with totals has facts');
      const vehicle = vehicleOfLot(lot, null);
      for (const destination of places) {
        const query = { vehicle, destination, buyer: 'person' as const, auctionDay: lot.auction_day };
        const costing = costingFor(withBookedFees(table, { agentFeeYen, haulageYen: lot.haulage_yen }), query);
        const total: DoorTotal | null = costing && doorTotal(likelyYenOf(lot) ?? 0, costing);
        const shown = [known(row.least[slotAt(destination)]), known(row.most[slotAt(destination)])];
        if (total?.leastYen !== shown[0] || total?.mostYen !== shown[1])
          expect.fail(`lot ${row.id} at ${destination}: ${shown} in the row, ${JSON.stringify(total)} on the page`);
        compared++;
      }
    }
    expect(compared).toBe(lots.length * places.length);
    expect(lots.length).toBeGreaterThan(900);
  },
  LONG,
);

// @covers DOOR-03, LOT-23
test(
  'rows, filter, page and bid agree with the law read a second time: nothing that it forbids is shown as allowed',
  async () => {
    const byLaw = (lot: StoredLot, place: string) => verdictByLaw(table, place, lot);
    const wrong = places.flatMap((place) =>
      lots.flatMap((lot) => {
        const [shown, law] = [shownAt(lot, place), byLaw(lot, place)];
        return shown === law ? [] : [`${place}: ${shown} instead of ${law} for ${JSON.stringify(lot)}`];
      }),
    );
    expect(wrong).toEqual([]);

    const cars = lots.filter(({ page }) => page === 'car-auction');
    const met = new Set<string>();
    for (const place of places) {
      await goTo(place);
      for (const importable of ['1', 'check'] as const) {
        const { totalSearchResults } = await ask('GET', `/v1/car-auction/filters?importable=${importable}`);
        const allowed: readonly string[] = IMPORTABLE[importable];
        expect(totalSearchResults, place).toBe(cars.filter((lot) => allowed.includes(byLaw(lot, place))).length);
      }
      const { carsList } = await ask('GET', '/v1/car-auction/listing?sort=door&order=DESC&pageSize=70');
      const byId = new Map(cars.map((lot) => [String(lot.id), lot]));
      for (const { id, door } of carsList) expect(door.verdict, place).toBe(byLaw(byId.get(id) as StoredLot, place));
      // One lot of each verdict: its page, and what the bid panel asks the server.
      for (const [verdict, [lot]] of Map.groupBy(cars, (car) => byLaw(car, place))) {
        if (!lot) continue;
        met.add(verdict);
        const page = await pageOf(lot, place);
        expect(page, place).toEqual({
          leastYen: lot.least[slotAt(place)],
          mostYen: known(lot.most[slotAt(place)]),
          verdict,
        });
        const bid = { amount: lot.priceYen, carId: String(lot.id), bidType: 1, lotType: 'auction' };
        const { reasons } = await ask('POST', '/v1/bid/check', bid);
        const codes = reasons.map(({ messageCode }: { messageCode: string }) => messageCode);
        expect(codes.includes('Bid.Sanctioned'), `${place} ${verdict}`).toBe(verdict === 'sanctioned');
        expect(codes.includes('Bid.ImportForbidden'), `${place} ${verdict}`).toBe(verdict === 'forbidden');
      }
    }
    expect([...met].toSorted()).toEqual(['allowed', 'depends', 'forbidden', 'needs', 'sanctioned', 'unknown']);
  },
  LONG,
);
