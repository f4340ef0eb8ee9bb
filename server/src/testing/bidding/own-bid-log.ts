import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createLot } from '../fixtures/lots.ts';
import type { Log } from '../http/log-script.ts';
import { createPerson, type Person } from '../http/people.ts';
import { type BidFixture, bidFixture } from './bid-fixture.ts';

/** A bid fixture for one test file, with two clients that are new in each test and have no bids yet. */
export function ownBidLog() {
  const [fixture, anna, boris] = [{} as BidFixture, {} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(fixture, await bidFixture());
  });
  beforeEach(async () => {
    Object.assign(anna, await createPerson(fixture.db, { creditLimitYen: -1, fullName: 'Anna Petrova' }));
    Object.assign(boris, await createPerson(fixture.db, { creditLimitYen: -1, fullName: 'Boris Orlov' }));
  });
  afterAll(() => fixture.close());

  const bidOf = async (person: Person, yen = 400_000) => fixture.placed(person, await createLot(fixture.db), yen);
  const exported = async (person: Person): Promise<Log> =>
    (await fixture.ask(person, 'GET', '/v1/bid/export-log')).body as Log;
  const eventsOf = ({ events }: Log) => events.map(({ line }) => JSON.parse(line));
  /** A bid, raised by its client, accepted by a manager, and a second bid: four events. */
  async function fourEvents(person: Person): Promise<number> {
    const bidId = await bidOf(person);
    const { lot_id } = await fixture.bid(bidId);
    await fixture.placed(person, lot_id, 450_000);
    expect((await fixture.setStatus(fixture.maria, bidId, 2)).status).toBe(200);
    await bidOf(person);
    return bidId;
  }
  return { fixture: fixture, anna, boris, bidOf, exported, eventsOf, fourEvents };
}
