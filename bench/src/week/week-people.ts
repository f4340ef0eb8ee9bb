import { setTimeout as wait } from 'node:timers/promises';
import type { bidIndex } from '@seri/contract/bids/list-routes.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { type Seeded, seeded } from '../../../server/src/platform/db/seeded.ts';
import type { Person } from '../../../server/src/testing/http/people.ts';
import type { CallOptions, Calls } from './week-calls.ts';
import { lotNoAt } from './week-house.ts';

type Listing = ReplyOf<typeof carAuction.listing>;

export interface Surroundings {
  calls: Calls;
  /** Models to choose from, frequent ones first. */
  models: readonly { maker: string; model: string }[];
  isOver(): boolean;
  /** Number of checks of the own data, and of stale replies among them. */
  marks: { looks: number; stale: number; bids: number; accepted: number };
}

interface OwnLot {
  id: string;
  lotNo: number;
  bidId: number | null;
  amountYen: number | null;
  letter: string | null;
  runsAtMs: number;
}

const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;
/** A bid is for a car that runs soon; bidding ends a minute before it does. */
const SOONEST_MS = 80_000;
const LATEST_MS = 140_000;
const STEP_YEN = 5_000;
const PAUSE_MS = [500, 1_500] as const;
/** Of the twenty bids a manager sees at a time. */
const SHARE_DECIDED = 0.25;

/** Browses like a visitor, bids and adds favorites sometimes, and checks after each that it is shown. */
export async function beClient(person: Person, index: number, around: Surroundings): Promise<void> {
  const chance = seeded(`client of the week ${index}`);
  const own: OwnLot[] = [];
  let seen: string[] = [];
  while (!around.isOver()) {
    await wait(chance.between(...PAUSE_MS));
    const dice = chance.share();
    if (dice < 0.08) await bid(person, own, chance, around);
    else if (dice < 0.16) await changeOwn(person, own, chance, around);
    else if (dice < 0.22) await look(person, own, chance, around);
    else {
      const shown = await around.calls.ask<Partial<Listing>>(person, browsing(dice, seen, chance, around.models));
      seen = shown?.carsList?.map(({ id }) => id) ?? seen;
    }
  }
}

function browsing(dice: number, seen: string[], chance: Seeded, models: Surroundings['models']): CallOptions {
  const { maker, model } = chance.pick(models);
  const words = new URLSearchParams({ maker, model });
  if (dice < 0.4) return { name: 'listing', path: `/v1/car-auction/listing?page=${chance.whole(1, 40)}` };
  if (dice < 0.55) return { name: 'listing of a model', path: `/v1/car-auction/listing?${words}` };
  if (dice < 0.65) return { name: 'filters', path: `/v1/car-auction/filters?${words}` };
  if (dice < 0.7) return { name: 'models', path: `/v1/car-auction/model?${new URLSearchParams({ id: maker })}` };
  if (dice < 0.86 && seen.length > 0) return { name: 'lot', path: `/v1/car-auction/view-lot?id=${chance.pick(seen)}` };
  if (dice < 0.93) return { name: 'statistics', path: `/v1/stats/listing?${words}&sort=soldPrice&order=DESC` };
  if (dice < 0.96) return { name: 'statistics by month', path: `/v1/stats/price-history?${words}` };
  return { name: 'my bids', path: '/v1/bid/my-bid' };
}

/** The listing as its reader gets it, filtered to one lot. */
async function rowOf(person: Person, lotNo: number, { calls }: Surroundings) {
  const asked = { name: 'listing by lot number', path: `/v1/car-auction/listing?search=lotNo-${lotNo}` };
  return (await calls.ask<Listing>(person, asked))?.carsList.find((row) => row.lotNo === lotNo);
}

async function bid(person: Person, own: OwnLot[], chance: Seeded, around: Surroundings): Promise<void> {
  const runsAtMs = Date.now() + chance.whole(SOONEST_MS, LATEST_MS);
  const lotNo = lotNoAt(runsAtMs);
  const row = await rowOf(person, lotNo, around);
  // One in eight is a motorcycle, which is on another page.
  if (!row || own.some(({ id }) => id === row.id)) return;
  const lot: OwnLot = { id: row.id, lotNo, bidId: null, amountYen: null, letter: null, runsAtMs };
  own.push(lot);
  await offer(person, lot, (row.startPrice ?? 0) + chance.whole(5, 60) * STEP_YEN, around);
}

async function offer(person: Person, lot: OwnLot, amount: number, around: Surroundings): Promise<void> {
  const body = { amount, carId: lot.id, bidType: 1, confirm: 1, lotType: 'auction' };
  const path = '/v1/bid/create';
  const placed = await around.calls.ask<{ bidId: number }>(person, { name: 'bid', method: 'POST', path, body });
  if (!placed) return;
  around.marks.bids++;
  Object.assign(lot, { bidId: placed.bidId, amountYen: amount });
  await compare(person, lot, around);
}

async function changeOwn(person: Person, own: OwnLot[], chance: Seeded, around: Surroundings): Promise<void> {
  const lot = running(own, chance);
  if (!lot) return bid(person, own, chance, around);
  const { calls } = around;
  const dice = chance.share();
  if (dice < 0.3 && lot.amountYen !== null) return offer(person, lot, lot.amountYen + STEP_YEN, around);
  if (dice < 0.5 && lot.bidId !== null) {
    const body = { bidId: lot.bidId, status: 4 };
    const path = '/v1/bid/update-bid-status';
    const done = await calls.ask<{ success: boolean }>(person, { name: 'cancel', method: 'PUT', path, body });
    if (done?.success) Object.assign(lot, { bidId: null, amountYen: null });
  } else if (lot.letter) {
    const path = `/v1/favorite/delete?group=${lot.letter}&carId=${lot.id}`;
    if (await calls.ask(person, { name: 'unstar', method: 'DELETE', path })) lot.letter = null;
  } else {
    const group = chance.pick(LETTERS);
    const body = { group, carId: lot.id, type: 'car-auction' };
    if (await calls.ask(person, { name: 'star', method: 'POST', path: '/v1/favorite/add', body })) lot.letter = group;
  }
  await compare(person, lot, around);
}

async function look(person: Person, own: OwnLot[], chance: Seeded, around: Surroundings): Promise<void> {
  const lot = running(own, chance);
  if (lot) await compare(person, lot, around);
}

/** Excludes those that run soon: a check takes a moment, and another page shows them afterwards. */
function running(own: OwnLot[], chance: Seeded): OwnLot | null {
  const left = own.filter(({ runsAtMs }) => runsAtMs > Date.now() + 10_000);
  return left.length > 0 ? chance.pick(left) : null;
}

async function compare(person: Person, lot: OwnLot, around: Surroundings): Promise<void> {
  const row = await rowOf(person, lot.lotNo, around);
  if (!row) return;
  around.marks.looks++;
  const letter = row.wishList.find(({ value }) => value)?.group ?? null;
  if (row.myBidAmount !== lot.amountYen || letter !== lot.letter) around.marks.stale++;
}

/** Accepts some undecided bids as the list shows them, concurrently with other managers and with their clients. */
export async function beManager(person: Person, index: number, around: Surroundings): Promise<void> {
  const { calls, isOver, marks } = around;
  const chance = seeded(`manager of the week ${index}`);
  while (!isOver()) {
    await wait(1_000);
    const path = '/v1/bid/index?bidStatus=1';
    const list = await calls.ask<ReplyOf<typeof bidIndex>>(person, { name: 'bid manager', path });
    for (const { bidId, version } of list?.cars.filter(() => chance.chance(SHARE_DECIDED)) ?? []) {
      const decided = { name: 'decide', method: 'PUT', path: '/v1/bid/update-bid-status' } as const;
      const done = await calls.ask<{ success: boolean }>(person, { ...decided, version, body: { bidId, status: 2 } });
      if (done?.success) marks.accepted++;
    }
  }
}
