import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import type { FeeKind } from '@seri/contract/purchases/finances.ts';
import type { DocumentKind } from '@seri/contract/purchases/papers.ts';
import type { ShippingChange } from '@seri/contract/purchases/shipping.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { placeBid } from './bids/place-bid.ts';
import { setBidStatus } from './bids/set-bid-status.ts';
import { setSoldPrice } from './bids/set-sold-price.ts';
import { demoPaper } from './demo/papers.ts';
import { findCheapStock } from './demo/stock-queries.ts';
import { chargeFee } from './flows/charge-fee.ts';
import { settleWin } from './flows/settle-win.ts';
import { bookDeposit } from './payments/book-posting.ts';
import { readSettings } from './platform/company-settings.ts';
import type { Database } from './platform/db.ts';
import { findFact, recordFact } from './platform/installation.ts';
import { japanDay, japanInstant, shiftDay } from './platform/japan-time.ts';
import type { Viewer } from './platform/viewer.ts';
import { addDocument } from './purchases/add-document.ts';
import { insertEvent, savePurchase } from './purchases/change-queries.ts';
import type { DocumentStore } from './purchases/document-store.ts';
import { setNote, setShipping } from './purchases/manage-purchase.ts';
import { findPurchaseOf } from './purchases/queries.ts';
import { findUserByEmail } from './users/queries.ts';

interface DemoPurchase {
  /** Days ago. */
  bought: number;
  /** The days ago on which it came to status 1, 2 and so on. */
  steps: readonly number[];
  shipping?: (today: string) => ShippingChange;
  fees?: Partial<Record<FeeKind, number>>;
  papers?: readonly (readonly [kind: DocumentKind, name: string])[];
  note?: string;
}

const SHIP = {
  shippingLine: 'Asahi Line',
  exportPort: 'Yokohama',
  destination: 'Vladivostok',
  dischargePort: 'Vladivostok',
};
const EXPORTED = [
  ['exportCertificate', 'Export certificate'],
  ['deregistration', 'Deregistration'],
] as const;

const PURCHASES: readonly DemoPurchase[] = [
  {
    ...{ bought: 48, steps: [44, 40, 34, 28, 22] },
    shipping: (today) => ({
      ...SHIP,
      ...{ stockYard: 'Yokohama 2', yardArrivalEta: shiftDay(today, -42), vessel: 'Asahi Maru', voyage: '115W' },
      ...{ etd: shiftDay(today, -28), eta: shiftDay(today, -22) },
    }),
    fees: { auctionFee: 15_000, otherFees: 6_000, freight: 45_000 },
    papers: [...EXPORTED, ['billOfLading', 'Bill of lading']],
  },
  {
    ...{ bought: 30, steps: [26, 21, 15, 3] },
    shipping: (today) => ({
      ...SHIP,
      ...{ stockYard: 'Yokohama 2', yardArrivalEta: shiftDay(today, -23), vessel: 'Kaze Maru', voyage: '117W' },
      ...{ etd: shiftDay(today, -3), eta: shiftDay(today, 3) },
    }),
    fees: { auctionFee: 15_000, inspection: 20_000, freight: 45_000 },
    papers: EXPORTED,
  },
  {
    ...{ bought: 14, steps: [11, 7, 2] },
    shipping: (today) => ({
      ...SHIP,
      ...{ stockYard: 'Yokohama 2', yardArrivalEta: shiftDay(today, -9), vessel: 'Asahi Maru', voyage: '118W' },
      ...{ etd: shiftDay(today, 4), eta: shiftDay(today, 10) },
    }),
    fees: { auctionFee: 15_000, otherFees: 6_000 },
    papers: [['exportCertificate', 'Export certificate']],
    note: 'Spare key sent with the papers. Loading is confirmed by the yard on the day before the ship leaves.',
  },
  {
    ...{ bought: 5, steps: [2] },
    shipping: (today) => ({ ...SHIP, stockYard: 'Yokohama 2', yardArrivalEta: shiftDay(today, 1) }),
  },
  { bought: 1, steps: [] },
];

/** Cars the demonstration's client has bought, on every part of their way; one that was cut short is gone on with. */
export async function fillDemoPurchases(database: Database, documents: DocumentStore): Promise<void> {
  const { db } = database;
  if ((await findFact(db, 'demo')) !== true) return;
  const done = Number((await findFact(db, 'demo_purchases')) ?? 0);
  const [client, manager] = await Promise.all(
    ['client@demo.seri', 'manager@demo.seri'].map((email) => findUserByEmail(db, email)),
  );
  if (!client || !manager || done >= PURCHASES.length) return;
  const desk = { database, documents, userId: client.id, managerId: manager.id };
  const cars = await findCheapStock(db, PURCHASES.length - done);
  for (const [index, car] of cars.entries()) {
    await buy(desk, PURCHASES[done + index] as DemoPurchase, car);
    await recordFact(db, 'demo_purchases', done + index + 1);
  }
}

interface Desk {
  database: Database;
  documents: DocumentStore;
  userId: number;
  managerId: number;
}

async function buy(desk: Desk, purchase: DemoPurchase, car: { id: number; priceYen: number; haulageYen: number }) {
  const { database, userId, managerId } = desk;
  const { db } = database;
  const { agentFeeYen } = await readSettings(db);
  const fees = Object.values(purchase.fees ?? {}).reduce((sum, yen) => sum + yen, 0);
  const now = new Date();
  // The car is paid for, so that the account ends as it began.
  await db.transaction().execute((tx) =>
    bookDeposit(tx, {
      ...{ userId, now, isPast: true, description: 'Deposit', idempotencyKey: `demo-car-${car.id}` },
      amountYen: car.priceYen + agentFeeYen + car.haulageYen + fees,
    }),
  );
  const requestId = `demo-${car.id}`;
  const { bidId } = await placeBid(database, {
    ...{ userId, actor: { kind: 'client', userId }, permissions: defaultPermissions(ROLE.client) },
    ...{ ifMatch: null, repeat: null, requestId },
    payload: { amount: car.priceYen, carId: String(car.id), bidType: 1, confirm: 1, lotType: 'stock' },
  });
  const manager = viewerOf(managerId);
  const by = { ifMatch: null, repeat: null, requestId };
  await setBidStatus(database, manager, { bidId, status: 2, lastHourAccepted: false, ...by });
  await setBidStatus(database, manager, { bidId, status: 6, lastHourAccepted: false, ...by });
  await setSoldPrice(database, { bidId, soldPrice: String(car.priceYen), managerId, ...by });
  await settleWin(database, { bidId, actor: { kind: 'manager', userId: managerId, requestId }, repeat: null });
  await ship(desk, await findPurchaseOf(db, bidId), purchase);
}

/** What happened since, on the days it happened. */
async function ship({ database: { db }, documents, managerId: by }: Desk, purchaseId: number, demo: DemoPurchase) {
  const today = japanDay(new Date());
  await db.transaction().execute(async (tx) => {
    await savePurchase(tx, purchaseId, {
      purchased_on: shiftDay(today, -demo.bought),
      status: demo.steps.length,
      ...(demo.shipping ? columnsOf(demo.shipping(today)) : {}),
    });
    for (const [index, ago] of demo.steps.entries())
      await insertEvent(tx, {
        ...{ purchaseId, kind: 'status', by, data: { from: index, status: index + 1 } },
        at: japanInstant(shiftDay(today, -ago), '10:00'),
      });
  });
  for (const [kind, amountYen] of Object.entries(demo.fees ?? {}))
    await chargeFee(db, { purchaseId, by, kind: kind as FeeKind, amountYen });
  for (const [kind, name] of demo.papers ?? [])
    await addDocument(db, documents, { purchaseId, by, kind, name, content: await demoPaper(name, purchaseId) });
  if (demo.note) await setNote(db, { purchaseId, by, note: demo.note });
  const eta = demo.shipping?.(today).eta;
  // One that the client is told of: the ship comes a day later.
  if (eta && eta > today) await setShipping(db, { purchaseId, by, change: { eta: shiftDay(eta, 1) } });
}

const columnsOf = (change: ShippingChange) => ({
  stock_yard: change.stockYard ?? null,
  yard_arrival_eta: change.yardArrivalEta ?? null,
  shipping_line: change.shippingLine ?? null,
  vessel: change.vessel ?? null,
  voyage: change.voyage ?? null,
  destination: change.destination ?? null,
  discharge_port: change.dischargePort ?? null,
  export_port: change.exportPort ?? null,
  etd: change.etd ?? null,
  eta: change.eta ?? null,
});

const viewerOf = (userId: number): Viewer => ({
  ...{ userId, userType: 3, roleId: ROLE.manager, language: LANGUAGE.en, sessionId: '', secondFactorNeeded: false },
  permissions: defaultPermissions(ROLE.manager),
});
