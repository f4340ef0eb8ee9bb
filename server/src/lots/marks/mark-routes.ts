import type { BodyOf } from '@seri/contract/http.ts';
import { type FactsByOrigin, type FactValues, factValues, resolveFacts } from '@seri/contract/lots/facts.ts';
import {
  hideLot,
  ownTags,
  saveOwnNote,
  seenLot,
  setLotFacts,
  visitLots,
} from '@seri/contract/lots/marks/mark-routes.ts';
import { readTypeCode } from '@seri/contract/lots/vehicle/type-code.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db, Tx } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { openLotAnywhere } from '../core/open-lot.ts';
import {
  countOtherMarks,
  findTags,
  lockFacts,
  lockMarks,
  type MarkCounts,
  writeHidden,
  writeManagerFacts,
  writeNote,
  writeSeen,
  writeVisit,
} from './mark-queries.ts';

/** Every list of the person reads their marks. */
export const MAX_HIDDEN = 2_000;
const MAX_SEEN = 3_000;
const MAX_NOTED = 1_000;
export const MAX_DIFFERENT_TAGS = 50;
/** A longer pause begins a new visit. */
const VISIT_PAUSE_MINUTES = 30;

/** A person's own marks on lots, and managers' answers to questions about a vehicle. */
export function markRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, hideLot, async ({ body, currentUser }) => {
    const lot = await openLotAnywhere(db, body.id, currentUser);
    await changeMarks(db, { userId: currentUser.userId, lotId: lot.id }, async (tx, mark, others) => {
      if (body.hidden && others.hidden >= MAX_HIDDEN) throw limitOf(MAX_HIDDEN);
      await writeHidden(tx, mark, body.hidden);
    });
    return { success: true as const };
  });

  registerRoute(app, seenLot, async ({ body, currentUser }) => {
    const lot = await openLotAnywhere(db, body.id, currentUser);
    await writeSeen(db, { userId: currentUser.userId, lotId: lot.id }, MAX_SEEN);
    return { success: true as const };
  });

  registerRoute(app, saveOwnNote, async ({ body, currentUser }) => {
    const lot = await openLotAnywhere(db, body.id, currentUser);
    const tags = [...new Set(body.tags.map((tag) => tag.normalize('NFKC').replace(/\s+/g, ' ')))];
    await changeMarks(db, { userId: currentUser.userId, lotId: lot.id }, async (tx, mark, others) => {
      const isMore = body.note !== '' || tags.length > 0;
      if (isMore && others.noted >= MAX_NOTED) throw limitOf(MAX_NOTED);
      if (new Set([...others.tags, ...tags]).size > MAX_DIFFERENT_TAGS) throw limitOf(MAX_DIFFERENT_TAGS);
      await writeNote(tx, mark, { note: body.note, tags });
    });
    return { success: true as const };
  });

  registerRoute(app, ownTags, ({ currentUser }) => findTags(db, currentUser.userId));

  registerRoute(app, visitLots, async ({ body, currentUser }) => {
    const visit = { userId: currentUser.userId, pageType: body.pageType, pauseMinutes: VISIT_PAUSE_MINUTES };
    return { newSince: (await writeVisit(db, visit))?.toISOString() ?? null };
  });

  registerRoute(app, setLotFacts, async ({ body, currentUser }) => {
    const lot = await openLotAnywhere(db, body.id, currentUser);
    return { facts: resolveFacts(await setFacts(db, { lotId: lot.id, actorId: currentUser.userId }, body.facts)) };
  });
}

const limitOf = (max: number) => new ApiError('Lot.MarkLimit', { details: { max } });

interface Mark {
  userId: number;
  lotId: number;
}

const changeMarks = (db: Db, mark: Mark, change: (tx: Tx, mark: Mark, others: MarkCounts) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    await lockMarks(tx, mark.userId);
    await change(tx, mark, await countOtherMarks(tx, mark.userId, mark.lotId));
  });

/**
 * Applies a manager's answers: a value replaces theirs, null removes it. The type code is stored in its usual form.
 * Throws NotFound.
 */
async function setFacts(
  db: Db,
  { lotId, actorId }: { lotId: number; actorId: number },
  given: BodyOf<typeof setLotFacts>['facts'],
): Promise<FactsByOrigin> {
  return db.transaction().execute(async (tx) => {
    const facts = await lockFacts(tx, lotId);
    if (!facts) throw new NotFound();
    const before: FactValues = facts.manager ?? {};
    const after: FactValues = factValues.parse(
      Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null)),
    );
    if (after.typeCode !== undefined) after.typeCode = readTypeCode(after.typeCode)?.full ?? after.typeCode;
    if (JSON.stringify(after) !== JSON.stringify(before))
      await writeManagerFacts(tx, { lotId, actorId, before, after });
    const { manager, ...others } = facts;
    return Object.keys(after).length > 0 ? { ...others, manager: after } : others;
  });
}
