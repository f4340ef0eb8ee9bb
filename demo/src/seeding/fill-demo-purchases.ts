import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import type { FeeKind } from '@seri/contract/purchases/finances.ts';
import type { ChecklistDocument, DocumentKind } from '@seri/contract/purchases/papers.ts';
import type { ShippingChange } from '@seri/contract/purchases/shipping.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { setBidStatus } from '@seri/server/bids/manage/set-bid-status.ts';
import { setSoldPrice } from '@seri/server/bids/manage/set-sold-price.ts';
import { placeBid } from '@seri/server/bids/place/place-bid.ts';
import { chargeFee } from '@seri/server/flows/auctions/charge-fee.ts';
import { settleWin } from '@seri/server/flows/auctions/settle-win.ts';
import { bookDeposit } from '@seri/server/payments/book-posting.ts';
import type { CurrentUser } from '@seri/server/platform/calls/current-user.ts';
import { readSettings } from '@seri/server/platform/company-settings.ts';
import type { Database } from '@seri/server/platform/db/db.ts';
import { findFact, recordFact } from '@seri/server/platform/db/installation.ts';
import { japanDay, japanInstant, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { addDocument } from '@seri/server/purchases/documents/add-document.ts';
import type { DocumentStore } from '@seri/server/purchases/documents/document-store.ts';
import { insertEvent, savePurchase } from '@seri/server/purchases/manage/change-queries.ts';
import { setDueDay, setNote, setShipping } from '@seri/server/purchases/manage/manage-purchase.ts';
import { findPurchaseOf } from '@seri/server/purchases/queries.ts';
import { findUserByEmail } from '@seri/server/users/queries.ts';
import { demoDocument } from './papers.ts';
import { findCheapStock } from './stock-queries.ts';

interface DemoPurchase {
  /** The buyer: the name before `@demo.seri`; by default the client. */
  who?: string;
  /** Days ago. */
  bought: number;
  /** Days ago at which it reached status 1, 2 and so on. */
  steps: readonly number[];
  shipping?: (today: string) => ShippingChange;
  fees?: Partial<Record<FeeKind, number>>;
  papers?: readonly (readonly [kind: DocumentKind, name: string])[];
  /** Documents due in so many days from today; negative is overdue. */
  due?: Partial<Record<ChecklistDocument, number>>;
  note?: string;
}

const SHIP = {
  shippingLine: 'Asahi Line',
  exportPort: 'Yokohama',
  destination: 'Vladivostok',
  dischargePort: 'Vladivostok',
};
const TO_AUCKLAND = {
  shippingLine: 'Tasman Line',
  exportPort: 'Nagoya',
  destination: 'Auckland',
  dischargePort: 'Auckland',
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
    due: { deregistration: -1, billOfLading: 9 },
    note: 'Spare key sent with the papers. Loading is confirmed by the yard on the day before the ship leaves.',
  },
  {
    ...{ bought: 5, steps: [2] },
    shipping: (today) => ({ ...SHIP, stockYard: 'Yokohama 2', yardArrivalEta: shiftDay(today, 1) }),
  },
  { bought: 1, steps: [] },
  {
    ...{ who: 'client2', bought: 33, steps: [29, 25, 18, 6] },
    shipping: (today) => ({
      ...SHIP,
      ...{ stockYard: 'Toyama 1', exportPort: 'Toyama', yardArrivalEta: shiftDay(today, -27), vessel: 'Hokuto Maru' },
      ...{ voyage: '42W', etd: shiftDay(today, -6), eta: shiftDay(today, -3) },
    }),
    fees: { auctionFee: 15_000, freight: 38_000 },
    papers: EXPORTED,
  },
  { who: 'client2', bought: 4, steps: [1] },
  {
    ...{ who: 'dealer', bought: 41, steps: [37, 32, 27, 8] },
    shipping: (today) => ({
      ...TO_AUCKLAND,
      ...{ stockYard: 'Nagoya 3', yardArrivalEta: shiftDay(today, -35), vessel: 'Southern Star', voyage: '9S' },
      ...{ etd: shiftDay(today, -8), eta: shiftDay(today, 11) },
    }),
    fees: { auctionFee: 15_000, inspection: 24_000, freight: 96_000 },
    papers: EXPORTED,
  },
  {
    ...{ who: 'dealer', bought: 11, steps: [8, 5] },
    shipping: (today) => ({ ...TO_AUCKLAND, stockYard: 'Nagoya 3', yardArrivalEta: shiftDay(today, -4) }),
    fees: { auctionFee: 15_000 },
  },
  { who: 'buyer1', bought: 19, steps: [16, 12], fees: { auctionFee: 15_000 } },
];

/** Cars purchased by the demonstration's clients, in all stages of transport; continues an interrupted run. */
export async function fillDemoPurchases(database: Database, documents: DocumentStore): Promise<void> {
  const { db } = database;
  if ((await findFact(db, 'demo')) !== true) return;
  const done = Number((await findFact(db, 'demo_purchases')) ?? 0);
  const manager = await findUserByEmail(db, 'manager@demo.seri');
  if (!manager || done >= PURCHASES.length) return;
  const cars = await findCheapStock(db, PURCHASES.length - done);
  for (const [index, car] of cars.entries()) {
    const purchase = PURCHASES[done + index] as DemoPurchase;
    const buyer = await findUserByEmail(db, `${purchase.who ?? 'client'}@demo.seri`);
    if (buyer) await buy({ database, documents, userId: buyer.id, managerId: manager.id }, purchase, car);
    await recordFact(db, 'demo_purchases', done + index + 1);
  }
}

interface PurchaseContext {
  database: Database;
  documents: DocumentStore;
  userId: number;
  managerId: number;
}

async function buy(
  context: PurchaseContext,
  purchase: DemoPurchase,
  car: { id: number; priceYen: number; haulageYen: number },
) {
  const { database, userId, managerId } = context;
  const { db } = database;
  const { agentFeeYen } = await readSettings(db);
  const fees = Object.values(purchase.fees ?? {}).reduce((sum, yen) => sum + yen, 0);
  const boughtOn = shiftDay(japanDay(new Date()), -purchase.bought);
  // Pays for the car, so that the balance ends as it began.
  await db.transaction().execute((tx) =>
    bookDeposit(tx, {
      ...{
        userId,
        now: japanInstant(boughtOn, '10:00'),
        isPast: true,
        description: 'Deposit',
        idempotencyKey: `demo-car-${car.id}`,
      },
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
  const actor = { kind: 'manager', userId: managerId, requestId } as const;
  await settleWin(database, { bidId, actor, repeat: null, settledOn: boughtOn });
  await ship(context, await findPurchaseOf(db, bidId), purchase);
}

/** Later events, on their days. */
async function ship(
  { database: { db }, documents, managerId: by }: PurchaseContext,
  purchaseId: number,
  demo: DemoPurchase,
) {
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
    await chargeFee(db, { purchaseId, by, kind: kind as FeeKind, amountYen, bookedOn: feeDay(today, demo, kind) });
  for (const [kind, days] of Object.entries(demo.due ?? {}))
    await setDueDay(db, { purchaseId, by, kind: kind as ChecklistDocument, dueOn: shiftDay(today, days) });
  for (const [kind, name] of demo.papers ?? [])
    await addDocument(db, documents, { purchaseId, by, kind, name, content: await demoDocument(name, purchaseId) });
  if (demo.note) await setNote(db, { purchaseId, by, note: demo.note });
  const eta = demo.shipping?.(today).eta;
  // A change that notifies the client: the ship arrives a day later.
  if (eta && eta > today) await setShipping(db, { purchaseId, by, change: { eta: shiftDay(eta, 1) } });
}

/** Freight is charged with the ship, everything else when the car has reached the yard. */
const feeDay = (today: string, { bought, steps }: DemoPurchase, kind: string): string =>
  shiftDay(today, -((kind === 'freight' ? steps[3] : steps[0]) ?? bought));

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

const viewerOf = (userId: number): CurrentUser => ({
  ...{ userId, userType: 3, roleId: ROLE.manager, language: LANGUAGE.en, sessionId: '', secondFactorNeeded: false },
  permissions: defaultPermissions(ROLE.manager),
});
