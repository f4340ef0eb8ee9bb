import { setTimeout as wait } from 'node:timers/promises';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { type Seeded, seeded } from '../demo/seeded.ts';
import { targetOf } from './fault-proxy.ts';
import { createLot } from './lots.ts';
import { createPerson, type Person } from './people.ts';
import type { TestPortal } from './portal.ts';
import type { ReplicatedDatabase } from './replicated-database.ts';

interface Watch {
  base: ReplicatedDatabase;
  /** On one database, as server processes behind a load balancer: each call goes to either. */
  portals: TestPortal[];
  seed: number;
  troubles: number;
  untilBothUsed(): Promise<unknown>;
}

type Counted = Record<'troubles' | 'writes' | 'listings' | 'fromReplica' | 'left' | 'stale' | 'unanswered', number>;

interface Trouble {
  begin(base: ReplicatedDatabase): Promise<void>;
  end(base: ReplicatedDatabase): Promise<void>;
}

const OWNERS = 6;
const LOTS_EACH = 5;
const LONGEST_TROUBLE_MS = 1_500;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

const TROUBLES: Trouble[] = [
  { begin: ({ pause }) => pause(), end: ({ resume }) => resume() },
  { begin: ({ kill }) => kill(), end: ({ start }) => start() },
  // The log does not arrive: refused, or as if a cable were pulled.
  {
    begin: async ({ line }) => {
      line.targets = [];
      line.drop();
    },
    end: async ({ line, primaryUrl }) => {
      line.targets = [targetOf(primaryUrl)];
    },
  },
  { begin: silence('line', true), end: silence('line', false) },
  // The servers do not reach it, for a moment or for longer.
  { begin: async ({ readers }) => readers.drop(), end: async () => {} },
  { begin: silence('readers', true), end: silence('readers', false) },
];

function silence(which: 'line' | 'readers', isSilent: boolean) {
  return async (base: ReplicatedDatabase) => {
    base[which].isSilent = isSilent;
  };
}

/** Owners who bid, cancel and star, and after each answer compare the listing with what they know they did. */
export async function letWatch(watch: Watch): Promise<Counted> {
  const { base, portals, seed, troubles, untilBothUsed } = watch;
  const counted: Counted = { troubles: 0, writes: 0, listings: 0, fromReplica: 0, left: 0, stale: 0, unanswered: 0 };
  let isOver = false;
  const trouble = async () => {
    const { pick, whole } = seeded(`troubles ${seed}`);
    try {
      for (; counted.troubles < troubles; counted.troubles++) {
        const { begin, end } = pick(TROUBLES);
        await begin(base);
        await wait(whole(0, LONGEST_TROUBLE_MS));
        await end(base);
        await untilBothUsed();
      }
    } finally {
      isOver = true;
    }
  };
  const owners = Array.from({ length: OWNERS }, (_, index) => own(watch, counted, index, () => isOver));
  await Promise.all([trouble(), ...owners]);
  const sum = (what: 'reads' | 'left') =>
    portals.reduce((total, { database }) => total + (database.replica?.counted[what] ?? 0), 0);
  return { ...counted, fromReplica: sum('reads'), left: sum('left') };
}

interface OwnedLot {
  id: number;
  bidId: number | null;
  amountYen: number | null;
  letter: string | null;
}

async function own({ portals, seed }: Watch, counted: Counted, index: number, isOver: () => boolean): Promise<void> {
  const chance = seeded(`owner ${seed} ${index}`);
  const { db } = (portals[0] as TestPortal).database;
  const person = await createPerson(db, { creditLimitYen: -1 });
  const model = `OWNED ${seed} ${index}`;
  const lots: OwnedLot[] = [];
  for (let left = LOTS_EACH; left > 0; left--)
    lots.push({ id: await createLot(db, { model }), bidId: null, amountYen: null, letter: null });
  const byId = new Map(lots.map((lot) => [String(lot.id), lot]));
  while (!isOver()) {
    if (await change(chance.pick(portals), person, chance.pick(lots), chance)) counted.writes++;
    else counted.unanswered++;
    const path = `/v1/car-auction/listing?maker=TOYOTA&model=${encodeURIComponent(model)}`;
    const { status, body } = await chance.pick(portals).ask(person, 'GET', path);
    counted.listings++;
    if (status !== 200) counted.unanswered++;
    else
      for (const row of (body as ReplyOf<typeof carAuction.listing>).carsList) {
        const lot = byId.get(row.id);
        const letter = row.wishList.find(({ value }) => value)?.group ?? null;
        if (!lot || row.myBidAmount !== lot.amountYen || letter !== lot.letter) counted.stale++;
      }
  }
}

/** One thing an owner does to a lot of his, noted when it was answered with 200; whether it was. */
async function change({ ask }: TestPortal, person: Person, lot: OwnedLot, { share, pick }: Seeded): Promise<boolean> {
  const carId = String(lot.id);
  const dice = share();
  if (dice < 0.2 && lot.letter) {
    const { status } = await ask(person, 'DELETE', `/v1/favorite/delete?group=${lot.letter}&carId=${carId}`);
    if (status === 200) lot.letter = null;
    return status === 200;
  }
  if (dice < 0.4) {
    const group = pick(LETTERS);
    const { status } = await ask(person, 'POST', '/v1/favorite/add', { group, carId, type: 'car-auction' });
    if (status === 200) lot.letter = group;
    return status === 200;
  }
  if (dice < 0.6 && lot.bidId !== null) {
    const { status } = await ask(person, 'PUT', '/v1/bid/update-bid-status', { bidId: lot.bidId, status: 4 });
    if (status === 200) Object.assign(lot, { bidId: null, amountYen: null });
    return status === 200;
  }
  const amount = (lot.amountYen ?? 400_000) + 5_000;
  const offer = { amount, carId, bidType: 1, confirm: 1, lotType: 'auction' };
  const { status, body } = await ask(person, 'POST', '/v1/bid/create', offer);
  if (status === 200) Object.assign(lot, { bidId: body.bidId, amountYen: amount });
  return status === 200;
}
