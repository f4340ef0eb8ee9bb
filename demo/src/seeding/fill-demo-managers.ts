import { Readable } from 'node:stream';
import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { setBidStatus } from '@seri/server/bids/manage/set-bid-status.ts';
import { makeOffer } from '@seri/server/bids/negotiation/make-offer.ts';
import { placeBid } from '@seri/server/bids/place/place-bid.ts';
import { putFavorite } from '@seri/server/favorites/queries.ts';
import { runImport } from '@seri/server/feed/run-import.ts';
import { countLotTerms } from '@seri/server/feed/words/count-words.ts';
import { notifyNewLots } from '@seri/server/flows/alerts/notify-new-lots.ts';
import { insertMatches } from '@seri/server/flows/alerts/search-alert-queries.ts';
import { onLotResult } from '@seri/server/flows/auctions/on-lot-result.ts';
import { receiveTransfer } from '@seri/server/payments/receive-transfer.ts';
import type { CurrentUser } from '@seri/server/platform/calls/current-user.ts';
import type { Database } from '@seri/server/platform/db/db.ts';
import { findFact, recordFact } from '@seri/server/platform/db/installation.ts';
import { japanDay, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import type { Log } from '@seri/server/platform/process/log.ts';
import { saveSearch } from '@seri/server/searches/save-search.ts';
import { findUserByEmail } from '@seri/server/users/queries.ts';
import { demoDay } from '../market/catalogue.ts';
import { negotiatedLotId } from '../market/negotiated-lots.ts';
import { lotRowAt } from '../market/write-feed.ts';
import { DEMO_FAVORITES, DEMO_SEARCHES, demoTransfers, NEWS_OF_A_SEARCH, PARTNER_NAMES } from './manager-plan.ts';
import {
  beginAlertEarlier,
  findSearchId,
  findUnsoldCars,
  findUpcomingLots,
  leaveUnsold,
  openForBids,
  spreadImports,
  spreadNotifications,
} from './manager-queries.ts';

const FACT = 'demo_desk';

/** Other work of the demonstration's people, so that no screen of a role is empty. */
export async function fillDemoWork(database: Database, log: Log): Promise<void> {
  const { db } = database;
  if ((await findFact(db, 'demo')) !== true || (await findFact(db, FACT)) === true) return;
  const people = new Map<string, number>();
  for (const who of ['client', 'client2', 'dealer', 'restricted', 'buyer1', 'buyer2', 'buyer3', 'manager']) {
    const found = await findUserByEmail(db, `${who}@demo.seri`);
    if (!found) return;
    people.set(who, found.id);
  }
  const context: WorkContext = { database, idOf: (who) => people.get(who) as number };
  await addFavorites(context);
  await saveSearches(context);
  await notifyNewLots(db, log);
  await leaveTransfers(context);
  await importPartner(database);
  await addNegotiations(context);
  await countLotTerms(database);
  await spreadImports(db);
  await spreadNotifications(db);
  await recordFact(db, FACT, true);
}

interface WorkContext {
  database: Database;
  idOf: (who: string) => number;
}

async function addFavorites({ database: { db }, idOf }: WorkContext): Promise<void> {
  for (const { who, group, of, count } of DEMO_FAVORITES)
    for (const lotId of await findUpcomingLots(db, of, count))
      await db.transaction().execute((tx) => putFavorite(tx, { userId: idOf(who), lotId, group }));
}

async function saveSearches({ database: { db }, idOf }: WorkContext): Promise<void> {
  for (const { who, title, of, more = '', alert } of DEMO_SEARCHES) {
    const userId = idOf(who);
    // An interrupted first start continues here with the same searches.
    if ((await findSearchId(db, userId, title)) !== null) continue;
    const { maker, model } = of;
    const params = `${new URLSearchParams({ maker, model })}${more}`;
    await saveSearch(db, userId, { type: 'car-auction', title, params, alert });
    const searchId = await findSearchId(db, userId, title);
    if (alert === 'off' || searchId === null) continue;
    await beginAlertEarlier(db, searchId);
    const yearFrom = Number(new URLSearchParams(more).get('yearFrom') ?? 0);
    const lots = await findUpcomingLots(db, of, NEWS_OF_A_SEARCH, yearFrom);
    await db.transaction().execute((tx) =>
      insertMatches(
        tx,
        lots.map((lotId) => ({ searchId, lotId })),
      ),
    );
  }
}

async function leaveTransfers({ database: { db }, idOf }: WorkContext): Promise<void> {
  const codes = [codeOf(idOf('dealer')), codeOf(idOf('buyer1'))] as const;
  for (const transfer of demoTransfers(japanDay(new Date()), codes))
    await db.transaction().execute((tx) => receiveTransfer(tx, transfer, { through: 'operator' }));
}

/** A client code as senders write it to the bank. */
const codeOf = (userId: number) => `C-${String(userId).padStart(4, '0')}`;

const PARTNER = 'partner';

/** Past sales of a partner with other spellings of names, and a partner's list with unreadable lines. */
async function importPartner(database: Database): Promise<void> {
  const now = new Date();
  const sold = [2, 3, 4].flatMap((days) => demoDay(shiftDay(japanDay(now), -days)));
  const rows = PARTNER_NAMES.flatMap(({ maker, model, wrote }, place) => {
    const lot = sold.map((each) => lotRowAt(each, now)).find((row) => row.maker === maker && row.model === model);
    if (!lot) return [];
    const sourceId = `partner-${place + 1}`;
    return [{ ...lot, source: PARTNER, sourceId, lotNo: 90_001 + place, ...wrote }];
  });
  const [first] = rows;
  const waiting = first ? [{ ...first, sourceId: 'partner-90', lotNo: 90_090, house: 'USS Tokyo Nada' }] : [];
  await importLines(
    database,
    'partner-sales.ndjson',
    [...rows, ...waiting].map((row) => JSON.stringify(row)),
  );
  const broken = [
    { ...first, sourceId: 'partner-91', lotNo: 0 },
    { ...first, sourceId: 'partner-92', mileage: 'about 40' },
  ];
  await importLines(database, 'partner-list-2.ndjson', [
    ...rows.slice(0, 2).map((row) => JSON.stringify(row)),
    ...broken.map((row) => JSON.stringify(row)),
    '{"kind":"lot","source":"partner"',
  ]);
}

const importLines = (database: Database, sourceName: string, lines: readonly string[]) =>
  runImport({ database, input: Readable.from([`${lines.join('\n')}\n`]), sourceName, onOutcome: onLotResult });

/** Bids below the reserve, and the seller's price. */
const NEGOTIATIONS = [
  { who: 'client', bidShare: 1.05, askedShare: 1.25 },
  { who: 'client2', bidShare: 1.1, askedShare: 1.3 },
] as const;
const STEP_YEN = 5_000;
const toStep = (yen: number) => Math.round(yen / STEP_YEN) * STEP_YEN;

/** Cars unsold at their auction: the seller asks our clients for more, and the offers wait for an answer. */
async function addNegotiations({ database, idOf }: WorkContext): Promise<void> {
  const lots = await findUnsoldCars(database.db, NEGOTIATIONS.length);
  for (const [index, { id: lotId, startYen }] of lots.entries()) {
    const negotiation = NEGOTIATIONS[index];
    if (!negotiation) continue;
    const requestId = `demo-talk-${lotId}`;
    const by = { ifMatch: null, repeat: null, requestId };
    const userId = idOf(negotiation.who);
    await openForBids(database.db, lotId);
    const { bidId } = await placeBid(database, {
      ...by,
      ...{ userId, actor: { kind: 'client', userId }, permissions: defaultPermissions(ROLE.client) },
      payload: {
        ...{ amount: toStep(startYen * negotiation.bidShare), carId: String(lotId), confirm: 1 },
        ...{ lotType: 'auction', bidType: 1 },
      },
    });
    const manager = idOf('manager');
    await setBidStatus(database, viewerOf(manager), { ...by, bidId, status: 2, lastHourAccepted: false });
    const calledAt = new Date(Date.now() - (index + 2) * 3_600_000);
    const askedYen = toStep(startYen * negotiation.askedShare);
    const sourceId = negotiatedLotId({ calledAtMs: calledAt.getTime(), askedYen, lotId });
    await leaveUnsold(database.db, { lotId, sourceId, calledAt });
    const actor = { kind: 'manager', userId: manager, requestId } as const;
    await makeOffer(database, { bidId, offerYen: askedYen, actor, repeat: null });
  }
}

const viewerOf = (userId: number): CurrentUser => ({
  ...{ userId, userType: 3, roleId: ROLE.manager, language: LANGUAGE.en, sessionId: '', secondFactorNeeded: false },
  permissions: defaultPermissions(ROLE.manager),
});
