import type { Db } from '../../platform/db/db.ts';
import { createLot } from '../fixtures/lots.ts';
import type { Person } from '../http/people.ts';
import { type Canary, PERSONAL, STRANGERS_PASSKEY, STRANGERS_SESSION } from './canaries.ts';
import type { Pools } from './valid.ts';

/** Password of every account in this world. */
export const PASSWORD = 'plum-window-47-harbour';
export const OWN_SESSION = '00000000-0000-4000-8000-0000000000a1';

type Ask = (person: Person, method: 'POST' | 'PUT', url: string, body: object) => Promise<{ bidId: number }>;

const LOTS = 14;
const BID_STATUS = '/v1/bid/update-bid-status';
const numbers = (...values: number[]) => values.map(String);

/** Places some bids and returns interesting ids: own objects, another client's, and missing ones. */
export async function fillPools(db: Db, ask: Ask, people: Record<string, Person>, canary: Canary): Promise<Pools> {
  const { 'a client': client, 'a dealer’s client': sub, 'a manager': manager } = people;
  if (!client || !sub || !manager) throw new Error('this world lacks people');
  const lots: number[] = [];
  for (let n = 0; n < LOTS; n++) lots.push(await createLot(db, n % 3 === 0 ? { maker: 'NISSAN', model: 'NOTE' } : {}));
  const soon = await createLot(db, { auctionInMinutes: 30 });
  const finished = await createLot(db, { auctionInMinutes: -2 * 24 * 60, status: 4533, sold_price_yen: 700_000 });
  const bike = await createLot(db, { vehicle: 'bike', model: 'CB400' });
  const stock = await createLot(db, { lot_source: 'stock' });
  const place = async (person: Person, lotId: number, comment = '') => {
    const body = { amount: 650_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction', comment };
    return (await ask(person, 'POST', '/v1/bid/create', body)).bidId;
  };
  const setStatus = (bidId: number, status: number) => ask(manager, 'PUT', BID_STATUS, { bidId, status });
  const win = async (person: Person, lotId: number) => {
    const bidId = await place(person, lotId);
    await setStatus(bidId, 6);
    await ask(manager, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '640000' });
    await ask(manager, 'POST', '/v1/bid/confirm-win', { bidId });
  };
  const bids: number[] = [];
  for (const [n, lotId] of lots.slice(0, 8).entries()) bids.push(await place(n < 6 ? client : sub, lotId));
  for (const bidId of bids.slice(0, 3)) await setStatus(bidId, 2);
  await win(client, await createLot(db));

  const stranger = canary.person;
  const strangers: number[] = [];
  for (const status of [1, 2, 3, 4, 5]) {
    const bidId = await place(stranger, await createLot(db), `Comment ${PERSONAL}`);
    if (status > 1) await setStatus(bidId, status);
    strangers.push(bidId);
  }
  strangers.push(await place(stranger, canary.privateLot, `Comment ${PERSONAL}`));
  await db.updateTable('lots').set({ is_private: true }).where('id', '=', canary.privateLot).execute();
  const bought = await createLot(db, { chassis_number: `ZVW50-${PERSONAL}` });
  await win(stranger, bought);
  const { id: purchaseId } = await db
    .updateTable('purchases')
    .set({ sku: `S-${PERSONAL}`, export_port: `Port ${PERSONAL}` })
    .where('lot_id', '=', bought)
    .returning('id')
    .executeTakeFirstOrThrow();

  const lotIds = [...lots, ...lots, soon, finished, bike, stock, canary.privateLot, 999_999].map(String);
  const bidIds = [...bids, ...bids, ...strangers, 999_999];
  const living = [...Array.from({ length: 30 }, () => '{{bid}}'), ...bidIds];
  const days = ['2026-11-20', '2026-11-22', '2026-12-31', '2027-11-01', '1999-01-01'];
  return {
    carId: lotIds,
    'GET /v1/car-auction/view-lot id': lotIds,
    'GET /v1/car-auction/model id': ['TOYOTA', 'NISSAN', `MAKER ${PERSONAL}`.toUpperCase()],
    'GET /v1/purchased-cars/view-car id': ['{{purchase}}', '{{purchase}}', `P${purchaseId}`, 'P999999', 'P1'],
    'POST /v1/user/end-session id': [OWN_SESSION, OWN_SESSION, STRANGERS_SESSION],
    'POST /v1/bid/create (always)': ['bidType'],
    'PUT /v1/bid/update-bid-status (always)': ['bidId'],
    'PUT /v1/bid/update-bid-price (always)': ['bidId'],
    'POST /v1/user/remove-passkey id': ['{{passkey}}', '{{passkey}}', STRANGERS_PASSKEY],
    // Other settings would change the replies of other calls.
    'PUT /v1/back-office/company/set key': ['depositYen', 'agentFeeYen'],
    'PUT /v1/back-office/company/set value': [200_000, 0, 'much'],
    'POST /v1/back-office/company/reset key': ['depositYen', 'agentFeeYen'],
    // Accounts that make other calls stay unchanged.
    ...Object.fromEntries(
      ['clients', 'back-office/clients'].flatMap((area) =>
        ['PUT limits', 'PUT flags', 'PUT role', 'PUT account', 'POST enable', 'POST invite'].map((call) => {
          const [method, name] = call.split(' ');
          return [`${method} /v1/${area}/${name} userId`, [canary.person.id, canary.person.id, manager.id, 999_999]];
        }),
      ),
    ),
    bidId: bidIds,
    'PUT /v1/bid/update-bid-status bidId': living,
    'PUT /v1/bid/update-bid-status jasId': living,
    'PUT /v1/bid/update-bid-price bidId': living,
    'PUT /v1/bid/update-bid-price jasId': living,
    'POST /v1/bid/confirm-win bidId': [...Array.from({ length: 30 }, () => '{{won-bid}}'), ...bidIds],
    'PUT /v1/bid/update-bid-status status': [4, 4, 1, 2, 3, 5, 6],
    user: [client.id, sub.id, canary.person.id, 999_999].map(String),
    userId: [client.id, canary.person.id, manager.id, 999_999].map(String),
    amount: [300_000, 650_000, 700_000, 705_000, 1_000_000, 655_000, 400_000, 450_000, 299_999, 5_000],
    adjustmentPrice: [0, 5_000, 10_000],
    confirm: [1, 1, 1, 1, 1, 1, 1, 0],
    lotType: [...Array.from({ length: 12 }, () => 'auction'), 'stock', 'bike'],
    soldPrice: ['', '650000', '1 200 000'],
    lotNo: ['1000', '1005', '1', String(999_999)],
    auction: ['USS Tokyo', `House ${PERSONAL}`],
    maker: ['TOYOTA', 'NISSAN', `MAKER ${PERSONAL}`.toUpperCase()],
    model: ['PRIUS', 'NOTE', `MODEL ${PERSONAL}`],
    search: ['lotNo-1000', 'model-pri', 'chassisId-ZVW50', 'equip-AC', `model-${PERSONAL}`],
    qSearch: ['prius', PERSONAL, `S-${PERSONAL}`, '%'],
    date: days,
    auctionDate: days,
    dateFrom: days,
    dateTo: days,
    email: ['client@example.test', 'manager@example.test', `${PERSONAL}@example.test`, 'nobody@example.test'],
    'POST /v1/auth/login password': [PASSWORD, PASSWORD, 'wrong-password'],
    password: [PASSWORD],
    confirmPassword: [PASSWORD],
    'POST /v1/user/change-password newPassword': [`${PASSWORD}-2`],
    confirmNewPassword: [`${PASSWORD}-2`],
    oldPassword: [PASSWORD],
    newPassword: [PASSWORD],
    fullName: ['Ivanov Ivan Ivanovich', 'Anna Petrova', '山田 太郎'],
    mobile: ['+7 (999) 123-45-67', '81312345678'],
    country: [183, 392],
    countryId: [183, 392, null],
    city: ['Vladivostok', 'Tokyo'],
    page: numbers(1, 1, 1, 2, 1_000),
    bidStatus: numbers(1, 2, 4, 7),
    archiveStatus: numbers(4, 5, 6, 7),
    'GET /v1/car-auction/listing status': numbers(4532, 4533, 4531),
    'GET /v1/car-auction/filters status': numbers(4532, 4533, 4531),
    yearFrom: numbers(0, 2010, 2018, 2100),
    yearTo: numbers(0, 2018, 2026),
    mileageFrom: numbers(0, 1_000, 9_999_999),
    mileageTo: numbers(0, 70_000, 9_999_999),
    engineFrom: numbers(0, 660, 99_999),
    engineTo: numbers(0, 2_000, 99_999),
    'GET /v1/user/view-profile bidGroup': numbers(1, 10),
    token: ['{{token}}', '{{token}}', 'x'],
    code: ['{{code}}', '{{code}}', '{{code}}', '123456', 'ABCDE-FGHIJ'],
  };
}
