import { describe, expect, test } from 'vitest';
import { lotVisits } from '../../testing/fixtures/lot-visits.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';

const { portal, client } = ownLotPortal();
const { seen, lot, person, bid } = lotVisits(portal);

describe("the reader's options", () => {
  // @covers OPS-04
  test('takes bids until the closing minute, from a person without that check until the start', async () => {
    const unbound = await person({ permissions: { bidDeadlineCheck: false } });
    const closed = await lot({ auctionInMinutes: 89 });
    expect((await seen(client, closed)).bidInfo).toMatchObject({ acceptBid: false, auctionFinished: false });
    expect((await seen(unbound, closed)).bidInfo.acceptBid).toBe(true);
    expect((await seen(client, await lot({ auctionInMinutes: 91 }))).bidInfo.acceptBid).toBe(true);
    expect((await seen(unbound, await lot({ auctionInMinutes: -1 }))).bidInfo).toMatchObject({
      acceptBid: false,
      auctionFinished: true,
    });
  });

  // @covers BID-17, BID-20, LOT-25
  test('shows the own bid with its number, and whether it can be canceled', async () => {
    const early = await lot({ auctionInMinutes: 13 * 60 });
    const bidId = await bid(client, early, 1);
    expect((await seen(client, early)).bidInfo).toMatchObject({
      myBid: true,
      jasId: bidId,
      myBidAmount: 650_000,
      bidStatusId: 1,
      cancellationAllowed: true,
    });
    const late = await lot({ auctionInMinutes: 11 * 60 });
    await bid(client, late, 2);
    expect((await seen(client, late)).bidInfo).toMatchObject({ myBid: true, cancellationAllowed: false });
    const won = await lot({ auctionInMinutes: 13 * 60 });
    await bid(client, won, 7);
    expect((await seen(client, won)).bidInfo).toMatchObject({ bidStatusId: 7, cancellationAllowed: false });
  });

  test('shows none without an own bid, or after canceling it, and never the bid of another', async () => {
    const id = await lot();
    await bid(client, id, 4);
    await bid(await person({}), id, 2);
    expect((await seen(client, id)).bidInfo).toMatchObject({
      myBid: false,
      jasId: null,
      myBidAmount: null,
      myBidDate: null,
      bidStatusId: null,
      cancellationAllowed: false,
    });
  });

  test('shows a used-up daily limit, but not on a lot with an own live bid, and not for a person without that check', async () => {
    const busy = await person({ dailyBidLimit: 0 });
    const [fresh, own] = [await lot(), await lot()];
    await bid(busy, own, 1);
    expect((await seen(busy, fresh)).bidInfo.bidLimitReached).toBe(true);
    expect((await seen(busy, own)).bidInfo.bidLimitReached).toBe(false);
    const free = await person({ dailyBidLimit: 0, permissions: { dailyBidLimitCheck: false } });
    expect((await seen(free, fresh)).bidInfo.bidLimitReached).toBe(false);
  });

  // @covers BID-07
  test('requires the export type by the flags of the person', async () => {
    const shown = await person({ permissions: { exportTypeShow: true, exportTypeOptional: true } });
    const hidden = await person({ permissions: { exportTypeShow: false } });
    const id = await lot();
    expect((await seen(shown, id)).bidInfo).toMatchObject({ exportTypeShow: true, exportTypeOptional: true });
    expect((await seen(hidden, id)).bidInfo).toMatchObject({ exportTypeShow: false, exportTypeOptional: false });
  });

  test('names the export type of the newest own bid, unless the person sees no export types', async () => {
    const [anna, hidden] = [await person({}), await person({ permissions: { exportTypeShow: false } })];
    const id = await lot();
    expect((await seen(anna, id)).bidInfo).not.toHaveProperty('lastExportType');
    for (const [at, type] of [3, 2].entries())
      for (const bidder of [anna, hidden])
        await portal.database.pool.query(
          `update bids set export_type = $2, created_at = now() + make_interval(secs => $3) where id = $1`,
          [await bid(bidder, await lot(), 4), type, at],
        );
    expect((await seen(anna, id)).bidInfo.lastExportType).toBe(2);
    expect((await seen(hidden, id)).bidInfo).not.toHaveProperty('lastExportType');
  });
});
