import { costingFor, estimateCosts } from '@seri/contract/costs/estimate.ts';
import { MAX_ASKED_LOTS } from '@seri/contract/costs/question-routes.ts';
import { type Askable, askableOf } from '@seri/contract/costs/questions.ts';
import { portOf } from '@seri/contract/costs/tables.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { readLotAtDoor } from './lot-at-door.ts';
import { countOtherAsked, findAsked, insertQuestions, lockQuestions } from './question-queries.ts';

/** Shows which facts decide the total of a lot that has no price yet. */
const ANY_PRICE_YEN = 500_000;

/**
 * Asks a client's managers for the facts that the total at the client's door depends on. The portal decides what is
 * unknown; a repeated question changes nothing. Returns all unanswered facts of the lot.
 */
export async function askManager(db: Db, { userId, lotId }: { userId: number; lotId: number }): Promise<Askable[]> {
  const { stored, door, withFees, vehicle, lot, likelyYen } = await readLotAtDoor(db, { userId, lotId });
  const { destination, buyer } = door;
  if (!stored || !withFees || destination === null) throw new ApiError('Door.NoDestination');
  const costing = costingFor(withFees, { vehicle, destination, buyer, auctionDay: lot.auction_day });
  const estimate = costing && estimateCosts(likelyYen ?? ANY_PRICE_YEN, costing);
  // No answer lets a sanctioned vehicle in.
  const isOpen = lot.auction_day >= japanDay(new Date()) && estimate?.verdict !== 'sanctioned';
  const facts = isOpen ? askableOf(estimate?.questions ?? []) : [];
  if (facts.length === 0) throw new ApiError('Door.NothingToAsk');
  return db.transaction().execute(async (tx) => {
    await lockQuestions(tx, userId);
    if ((await countOtherAsked(tx, userId, lotId)) >= MAX_ASKED_LOTS)
      throw new ApiError('Door.QuestionLimit', { details: { max: MAX_ASKED_LOTS } });
    await insertQuestions(tx, { userId, lotId, port: portOf(stored.table, destination), facts });
    return (await findAsked(tx, lotId, userId)).map(({ fact }) => fact);
  });
}
