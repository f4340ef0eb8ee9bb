import { ROLE } from '@seri/contract/auth/permissions.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { Tx } from '@seri/server/platform/db/db.ts';
import { createUser, type NewUser } from '@seri/server/users/create-user.ts';
import { findUserByEmail } from '@seri/server/users/queries.ts';

type DemoPerson = Omit<NewUser, 'passwordHash' | 'managerId' | 'dealerId' | 'isDemo'> & { depositYen?: number };

const RUSSIA = 183;
const JAPAN = 392;
const KAZAKHSTAN = 398;
const NEW_ZEALAND = 554;

const manager: DemoPerson = {
  email: 'manager@demo.seri',
  fullName: 'Kenji Mori',
  roleId: ROLE.manager,
  language: LANGUAGE.en,
  countryId: JAPAN,
  city: 'Yokohama',
  officePhone: '+81 45 000 0100',
  // Off, because the demonstration's lots span days and managers should see the bids of all of them.
  permissions: { bidsTodayDefault: false },
};

const clients: DemoPerson[] = [
  {
    email: 'client@demo.seri',
    fullName: 'Anna Petrova',
    roleId: ROLE.client,
    language: LANGUAGE.en,
    countryId: RUSSIA,
    city: 'Vladivostok',
    address: 'Svetlanskaya 10',
    mobile: '79140000001',
    creditLimitYen: 1_000_000,
    depositYen: 300_000,
  },
  {
    email: 'client2@demo.seri',
    fullName: 'Ivan Sokolov',
    roleId: ROLE.client,
    language: LANGUAGE.ru,
    countryId: RUSSIA,
    city: 'Khabarovsk',
    mobile: '79140000002',
    creditLimitYen: 1_500_000,
    depositYen: 400_000,
  },
  {
    email: 'restricted@demo.seri',
    fullName: 'Timur Akhmetov',
    roleId: ROLE.restricted,
    language: LANGUAGE.en,
    countryId: KAZAKHSTAN,
    city: 'Almaty',
    mobile: '77010000003',
  },
];

const dealer: DemoPerson = {
  email: 'dealer@demo.seri',
  fullName: 'James Walker',
  company: 'North Star Auto',
  roleId: ROLE.dealer,
  language: LANGUAGE.en,
  countryId: NEW_ZEALAND,
  city: 'Auckland',
  mobile: '64210000004',
  creditLimitYen: 5_000_000,
};

const clientsOfDealer: DemoPerson[] = [
  ['buyer1@demo.seri', 'Olivia Harris', 'Wellington', 800_000],
  ['buyer2@demo.seri', 'Noah Taylor', 'Christchurch', 1_200_000],
  ['buyer3@demo.seri', 'Mia Robinson', 'Hamilton', 600_000],
].map(([email, fullName, city, creditLimitYen]) => ({
  email: String(email),
  fullName: String(fullName),
  city: String(city),
  creditLimitYen: Number(creditLimitYen),
  roleId: ROLE.client,
  language: LANGUAGE.en,
  countryId: NEW_ZEALAND,
}));

interface DemoPeopleOptions {
  /** Hash of the password of all accounts. */
  passwordHash: string;
  /** Books a received remittance in the ledger, which belongs to payments. */
  bookDeposit: (
    tx: Tx,
    deposit: { userId: number; amountYen: number; description: string; idempotencyKey: string },
  ) => Promise<unknown>;
}

/** Creates the people of the demonstration, unless they exist. */
export async function createDemoPeople(tx: Tx, { passwordHash, bookDeposit }: DemoPeopleOptions): Promise<void> {
  if (await findUserByEmail(tx, manager.email)) return;
  const add = async ({ depositYen, ...person }: DemoPerson, of: { managerId?: number; dealerId?: number } = {}) => {
    const userId = await createUser(tx, { ...person, ...of, passwordHash, isDemo: true });
    if (depositYen)
      await bookDeposit(tx, {
        userId,
        amountYen: depositYen,
        description: 'Deposit',
        idempotencyKey: `demo-deposit-${person.email}`,
      });
    return userId;
  };
  const managerId = await add(manager);
  for (const client of clients) await add(client, { managerId });
  const dealerId = await add(dealer, { managerId });
  for (const client of clientsOfDealer) await add(client, { managerId, dealerId });
}
