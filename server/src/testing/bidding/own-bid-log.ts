import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createLot } from '../fixtures/lots.ts';
import type { Log } from '../http/log-script.ts';
import { createPerson, type Person } from '../http/people.ts';
import { type BidFixture, bidFixture } from './bid-fixture.ts';

/** A bid fixture for one test file, with two clients that are new in each test and have no bids yet. */
export function ownBidLog() {
  const [stage, anna, boris] = [{} as BidFixture, {} as Person, {} as Person];
  beforeAll(async () => {
    Object.assign(stage, await bidFixture());
  });
  beforeEach(async () => {
    Object.assign(anna, await createPerson(stage.db, { creditLimitYen: -1, fullName: 'Anna Petrova' }));
    Object.assign(boris, await createPerson(stage.db, { creditLimitYen: -1, fullName: 'Boris Orlov' }));
  });
  afterAll(() => stage.close());

  const bidOf = async (person: Person, yen = 400_000) => stage.placed(person, await createLot(stage.db), yen);
  const exported = async (person: Person): Promise<Log> =>
    (await stage.ask(person, 'GET', '/v1/bid/export-log')).body as Log;
  const eventsOf = ({ events }: Log) => events.map(({ line }) => JSON.parse(line));
  /** A bid, raised by its client, accepted by a manager, and a second bid: four events. */
  async function fourEvents(person: Person): Promise<number> {
    const bidId = await bidOf(person);
    const { lot_id } = await stage.bid(bidId);
    await stage.placed(person, lot_id, 450_000);
    expect((await stage.setStatus(stage.maria, bidId, 2)).status).toBe(200);
    await bidOf(person);
    return bidId;
  }
  return { stage, anna, boris, bidOf, exported, eventsOf, fourEvents };
}
