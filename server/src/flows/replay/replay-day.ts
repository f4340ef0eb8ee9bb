import { findBrokenInvariants } from '../../bids/audit-log/check-invariants-queries.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { atOneMoment, readDay } from './read-day-queries.ts';
import { type End, readEnd } from './read-end-queries.ts';
import { shiftLots, stageDay } from './stage-day-queries.ts';
import { type Step, stepsOfDay } from './steps-of-day.ts';
import type { StoredDay } from './stored-day.ts';
import { book, takeStep } from './take-step.ts';

interface Replay {
  lots: number;
  lotsOfOtherDays: number;
  clients: number;
  bids: number;
  steps: number;
  /** Number of compared lines of the final state. */
  compared: number;
  /** One description each; empty if the code gives the same results as on that day. */
  differences: string[];
}

/** Replays a stored day in an empty database and compares the final states (docs/decisions/009). */
export async function replayDay(source: Db, fresh: Database, day: string): Promise<Replay> {
  const { stored, scope, ended } = await atOneMoment(source, async (tx) => {
    const stored = await readDay(tx, day);
    const scope = { lotIds: stored.lots.map(({ id }) => id), clientIds: stored.clients.map(({ id }) => id) };
    return { stored, scope, ended: await readEnd(tx, scope) };
  });
  const steps = stepsOfDay(stored);
  const counted = {
    lots: stored.lots.length,
    lotsOfOtherDays: stored.lots.filter(({ isOtherDay }) => isOtherDay).length,
    clients: stored.clients.length,
    bids: new Set(stored.events.map(({ bidId }) => bidId)).size,
    steps: steps.length,
  };
  if (stored.lots.length === 0) return { ...counted, compared: 0, differences: [] };
  const refused = await takeSteps(fresh, stored, steps);
  const now = await readEnd(fresh.db, scope);
  const broken = await findBrokenInvariants(fresh.db);
  return {
    ...counted,
    compared: ended.size,
    differences: [...refused, ...compareEnds(ended, now), ...broken.map((sentence) => `after the replay: ${sentence}`)],
  };
}

async function takeSteps(fresh: Database, stored: StoredDay, steps: readonly Step[]): Promise<string[]> {
  await fresh.db.transaction().execute((tx) => stageDay(tx, stored));
  for (const { id, openingBalanceYen } of stored.clients) await book(fresh, id, openingBalanceYen, `opening:${id}`);
  const lots = new Map(stored.lots.map((lot) => [lot.id, lot]));
  const refused: string[] = [];
  for (const step of steps) {
    await shiftLots(fresh.db, stored.lots, step.at);
    await takeStep(fresh, step, lots).catch((error: unknown) => {
      refused.push(`${nameOf(step)} at ${new Date(step.at / 1_000).toISOString()}: ${reasonOf(error)}`);
    });
  }
  return refused;
}

function nameOf(step: Step): string {
  if (step.kind === 'bid') return `${step.event.event}, bid ${step.event.bidId} of lot ${step.event.lotId}`;
  if (step.kind === 'result') return `result ${step.result.status} of lot ${step.result.lotId}`;
  return 'lotId' in step ? `${step.kind}, lot ${step.lotId}` : `${step.kind}, client ${step.userId}`;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError) return `refused with ${error.code}`;
  return error instanceof Error ? error.message || error.name : String(error);
};

function compareEnds(then: End, now: End): string[] {
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((name) => {
    const [before, after] = [then.get(name), now.get(name)];
    return before === after ? [] : [`${name}\n  then: ${before ?? 'none'}\n  now:  ${after ?? 'none'}`];
  });
}
