import { randomBytes } from 'node:crypto';
import { defaultPermissions, type Permissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import type { Db } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';

export interface PersonOptions {
  roleId?: RoleId;
  email?: string;
  fullName?: string;
  language?: 692 | 693;
  permissions?: Partial<Permissions>;
  autobid?: boolean;
  dealerId?: number;
  managerId?: number;
  passwordHash?: string;
  creditLimitYen?: number;
  balanceYen?: number;
  dailyBidLimit?: number;
}

export interface Person {
  id: number;
  email: string;
  cookie: string;
  /** Service token of a program, which has no cookie. */
  bearer?: string;
}

/** Creates an account with a live session, as after a log-in. */
export async function createPerson(db: Db, options: PersonOptions = {}): Promise<Person> {
  const roleId = options.roleId ?? ROLE.client;
  const email = options.email ?? `person-${randomBytes(6).toString('hex')}@example.test`;
  const userType = roleId === ROLE.manager ? 3 : 2;
  const { id } = await db
    .insertInto('users')
    .values({
      email,
      full_name: options.fullName ?? 'Anna Petrova',
      user_type: userType,
      role_id: roleId,
      permissions: JSON.stringify({ ...defaultPermissions(roleId), ...options.permissions }),
      language: options.language ?? 692,
      autobid: options.autobid ?? false,
      dealer_id: options.dealerId ?? null,
      manager_id: options.managerId ?? null,
      password_hash: options.passwordHash ?? null,
      email_verified_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (userType === 2) {
    await db
      .insertInto('bid_clients')
      .values({
        user_id: id,
        credit_limit_yen: options.creditLimitYen ?? 1_000_000,
        daily_bid_limit: options.dailyBidLimit ?? -1,
      })
      .execute();
    if (options.balanceYen) await bookBalance(db, id, options.balanceYen);
  }
  return { id, email, cookie: await signIn(db, id) };
}

export async function signIn(db: Db, userId: number): Promise<string> {
  const access = randomBytes(32).toString('base64url');
  const inAnHour = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      access_hash: tokenHash(access),
      access_expires_at: inAnHour,
      refresh_hash: randomBytes(32),
      refresh_expires_at: inAnHour,
    })
    .execute();
  return `seri_access_3000=${access}`;
}

async function bookBalance(db: Db, userId: number, amountYen: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .insertInto('ledger_accounts')
      .values({ kind: 'client', user_id: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bank = await tx
      .selectFrom('ledger_accounts')
      .select('id')
      .where('kind', '=', 'bank')
      .executeTakeFirstOrThrow();
    const posting = await tx
      .insertInto('ledger_postings')
      .values({
        kind: 'remittance',
        idempotency_key: `test-${userId}-${randomBytes(4).toString('hex')}`,
        description: 'Deposit',
        booked_on: '2026-11-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('ledger_entries')
      .values([
        { posting_id: posting.id, account_id: account.id, amount_yen: amountYen },
        { posting_id: posting.id, account_id: bank.id, amount_yen: -amountYen },
      ])
      .execute();
  });
}
