import { randomInt } from 'node:crypto';
import { aLot, imported } from '../server/src/testing/fixtures/feed.ts';
import { databaseAt } from './people.ts';
import { readStage } from './stage-facts.ts';

/** Lots of long ago that were cancelled, so that no page of another story has them; by the feed like any other. */
export async function importOldLots(id: string, lots: readonly object[]): Promise<void> {
  const rows = lots.map((lot, at) =>
    aLot({
      ...{ source: `story-${id}`, sourceId: `${id}-${at}`, status: 4536, soldPrice: null, demo: true },
      ...{ lotSource: 'stock', house: 'Seri Demo Hall', auctionDate: '2019-05-14', lotNo: 9_000_000 + at },
      ...lot,
    }),
  );
  await imported(databaseAt(readStage().databaseUrl), rows, { sourceName: `story-${id}.ndjson` });
}

/** A file of nothing but rows that are refused. */
export async function importBrokenRows(id: string): Promise<void> {
  const rows = ['a line that is no row', aLot({ source: `story-${id}`, sourceId: id, year: 'old' })];
  await imported(databaseAt(readStage().databaseUrl), rows, { sourceName: `story-${id}.ndjson` });
}

/** Lots of the next weeks that only staff and one client see, so that no page of another story has them. */
export async function importPrivateLots(id: string, clientId: number, lots: readonly object[]): Promise<void> {
  const at = new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString();
  const rows = lots.map((lot, index) =>
    aLot({
      ...{ source: `story-${id}`, sourceId: `${id}-${index}`, demo: true, house: 'Seri Demo Hall', auctionDate: at },
      ...{ lotNo: randomInt(1_000_000, 9_000_000), viewers: [`C-${String(clientId).padStart(4, '0')}`] },
      ...lot,
    }),
  );
  await imported(databaseAt(readStage().databaseUrl), rows, { sourceName: `story-${id}.ndjson` });
}
