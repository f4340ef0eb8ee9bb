import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { createLot } from '../fixtures/lots.ts';
import { createPerson, type Person } from '../http/people.ts';

/** Marks data of a client that only managers may read. */
export const PERSONAL = 'Canaryzq';
/** Marks data that only the user may read, or that nobody may read. */
export const SECRET = 'Canarysx';

/** A caller with a service token of every scope. */
export const A_PROGRAM = 'a program';

export const STRANGERS_SESSION = '00000000-0000-4000-8000-0000000000b1';
export const STRANGERS_PASSKEY = '00000000-0000-4000-8000-0000000000b2';

export interface Canary {
  person: Person;
  /** A lot with a bid of this user; only managers may learn of it. */
  privateLot: number;
}

/** Creates a user whose name, note, lot, money, session and emails are marked, so that any leak is recognised. */
export async function plantCanaries(db: Db, passwordHash: string): Promise<Canary> {
  const person = await createPerson(db, {
    email: `${PERSONAL}@example.test`,
    fullName: `Vera ${PERSONAL}`,
    creditLimitYen: -1,
    balanceYen: 77_777_770,
    passwordHash,
  });
  const mark = (what: string) => `${what} ${PERSONAL}`;
  await db
    .updateTable('users')
    .set({
      company: mark('Company'),
      city: mark('City'),
      address: mark('Street'),
      mobile: mark('Phone'),
      office_phone: mark('Office'),
      client_note: mark('Note'),
      referral_code: mark('Friend'),
      invoice_link: `https://example.test/${PERSONAL}`,
    })
    .where('id', '=', person.id)
    .execute();
  await db
    .updateTable('sessions')
    .set({ user_agent: `Browser ${SECRET}`, address: `address ${SECRET}` })
    .where('user_id', '=', person.id)
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: STRANGERS_SESSION,
      user_id: person.id,
      access_hash: digest('access'),
      refresh_hash: digest('refresh'),
      access_expires_at: new Date(Date.now() + 3_600_000),
      refresh_expires_at: new Date(Date.now() + 3_600_000),
      user_agent: `Browser ${SECRET}`,
      address: `address ${SECRET}`,
    })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      id: STRANGERS_PASSKEY,
      user_id: person.id,
      credential_id: SECRET,
      public_key: digest('key'),
      sign_count: 0,
      name: `Phone ${SECRET}`,
    })
    .execute();
  await db
    .insertInto('mails')
    .values({ kind: 'password_changed', user_id: person.id, data: JSON.stringify({ text: SECRET }) })
    .execute();
  await db
    .insertInto('account_requests')
    .values({ kind: 'sign_up', email: `${SECRET}@example.test`, language: 692, form: JSON.stringify({ name: SECRET }) })
    .execute();
  const privateLot = await createLot(db, {
    maker: mark('MAKER').toUpperCase(),
    model: mark('MODEL'),
    remarks: mark('Remark'),
    house: mark('House'),
  });
  return { person, privateLot };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
