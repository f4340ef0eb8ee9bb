import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../platform/db/db.ts';
import { seeded } from '../../platform/db/seeded.ts';
import { createLot } from '../fixtures/lots.ts';
import type { Answer, Call } from '../http/browser-call.ts';
import { createPerson, type Person } from '../http/people.ts';

/** A call that was answered with 200. */
export interface Acknowledged {
  person: Person;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  key: string;
  reply: { bidId?: number };
}

export interface OwnLot {
  bidder: number;
  lotId: number;
  bidId: number;
  amountYen: number;
  state: 'open' | 'cancelled' | 'sold';
}

export interface Bidders {
  acknowledged: Acknowledged[];
  refused: { bidder: number; path: string; code: string }[];
  lots: OwnLot[];
  /** Number of repeated calls, because there was no reply or its result was unclear. */
  repeats: number;
}

interface Load {
  db: Db;
  seed: number;
  bidders: number;
  call: Call;
  /** The auction house reports that the lot was sold to the order of this version. */
  report(lotId: number, version: number): Promise<void>;
  continues(steps: number): boolean;
}

type Counter = Pick<Bidders, 'repeats'>;
const PATIENCE_MS = 300_000;
/** The call may have been carried out or not; only a repeat with the same key shows it. */
const isUnclear = ({ status, body }: Answer) =>
  status >= 500 || status === 429 || body.messageCode === 'Idempotency.InProgress';

/**
 * Clients place, raise and cancel bids until the load ends, and repeat each call until it is answered. Some lots are
 * auctioned.
 */
export async function runBidders(load: Load): Promise<Bidders> {
  const done: Bidders = { acknowledged: [], refused: [], lots: [], repeats: 0 };
  const manager = await createPerson(load.db, { roleId: 991 });
  await Promise.all(Array.from({ length: load.bidders }, (_, index) => bidAlone(load, done, manager, index)));
  return done;
}

async function bidAlone(load: Load, done: Bidders, manager: Person, index: number): Promise<void> {
  const { share, pick, whole } = seeded(`bidder ${load.seed} ${index}`);
  const person = await createPerson(load.db, { creditLimitYen: -1, autobid: index % 2 === 0 });
  const own: OwnLot[] = [];
  const ask = async (as: Person, method: 'POST' | 'PUT', path: string, body: object) => {
    const key = `${load.seed}-${index}-${share()}`;
    const answer = await untilDone(done, () => load.call(as, method, path, body, key));
    if (answer.status === 200) done.acknowledged.push({ person: as, method, path, body, key, reply: answer.body });
    else done.refused.push({ bidder: index, path, code: answer.body.messageCode ?? String(answer.status) });
    return answer;
  };
  const offer = (lotId: number, amount: number) =>
    ask(person, 'POST', '/v1/bid/create', { amount, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' });
  const setStatus = (as: Person, bidId: number, status: number) =>
    ask(as, 'PUT', '/v1/bid/update-bid-status', { bidId, status });

  for (let steps = 0; load.continues(steps); steps++) {
    const open = own.filter(({ state }) => state === 'open');
    const known = open.length > 0 ? pick(open) : null;
    const dice = share();
    if (!known || dice < 0.55) {
      const amountYen = 400_000 + whole(0, 40) * 5_000;
      // Each lot has its own model: with a shared one, each result would recompute the average of thousands of similar lots.
      const model = `STORM ${index} ${steps}`;
      const lotId = await patiently(done, () => createLot(load.db, { model }));
      const { status, body } = await offer(lotId, amountYen);
      if (status === 200) own.push({ bidder: index, lotId, bidId: body.bidId ?? 0, amountYen, state: 'open' });
    } else if (dice < 0.7) {
      const { status } = await offer(known.lotId, known.amountYen + 5_000);
      if (status === 200) known.amountYen += 5_000;
    } else if (dice < 0.78) {
      const { status } = await setStatus(person, known.bidId, 4);
      if (status === 200) known.state = 'cancelled';
    } else if (dice < 0.88) await setStatus(manager, known.bidId, pick([1, 2, 2]));
    else if (await patiently(done, () => runs(load, known))) known.state = 'sold';
  }
  done.lots.push(...own);
}

/** The lot is auctioned if the agent has an order to buy it, and is bought with the newest order. */
async function runs({ db, report }: Load, { lotId }: OwnLot): Promise<boolean> {
  const order = await db
    .selectFrom('agent_orders')
    .select(['version', 'kind'])
    .where('lot_id', '=', lotId)
    .executeTakeFirst();
  if (order?.kind !== 'order') return false;
  await report(lotId, order.version);
  return true;
}

/** Repeats the call until the reply shows its result. */
export function untilDone(done: Counter, call: () => Promise<Answer>): Promise<Answer> {
  return patiently(done, async () => {
    const answer = await call();
    if (isUnclear(answer)) throw new Error(`answered ${answer.status} ${answer.body.messageCode}`);
    return answer;
  });
}

/** Retries until the work succeeds. */
async function patiently<T>(done: Counter, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      done.repeats++;
      await wait(100);
    }
  }
}
