import { aLot, imported } from '../server/src/testing/feed.ts';
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
