import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Database, Db } from '../../platform/db/db.ts';
import { createEmailLink, linkToken } from '../../platform/email-link.ts';
import { tokenHash } from '../../platform/http/cookies.ts';
import { createLot } from '../fixtures/lots.ts';
import { createPerson, type Person } from '../http/people.ts';
import { appCode, letStepsPass } from '../http/second-factor.ts';
import { STRANGERS_SESSION } from './canaries.ts';
import { OWN_SESSION, PASSWORD } from './pools.ts';
import type { Shot } from './requests.ts';

/** Values that must be created for each request: a live session, an unused link, a bid that was just won. */
export interface Fresh {
  cookie: string | null;
  /** By the name in double braces in the request. */
  values: Record<string, string | number>;
}

interface FreshContext {
  database: Database;
  app: FastifyInstance;
  people: Record<string, Person>;
  passwordHash: string;
  secretKey: string;
}

const HOUR_MS = 3_600_000;

export function freshOf(context: FreshContext): { before(shot: Shot): Promise<Fresh> } {
  const { people, passwordHash, secretKey } = context;
  const { db } = context.database;
  let forgetful: Person | undefined;

  async function link(purpose: 'verify' | 'reset'): Promise<string> {
    forgetful ??= await createPerson(db, { passwordHash, email: 'forgetful@example.test' });
    const userId = forgetful.id;
    if (purpose === 'verify')
      await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute();
    const id = await db.transaction().execute((tx) => createEmailLink(tx, { userId, purpose, secretKey }));
    return linkToken(secretKey, id);
  }

  return {
    before: async (shot) => {
      const person = people[shot.as];
      const values: Record<string, string | number> = {};
      if (shot.url.includes('token')) values.token = await link(shot.url.includes('verify-email') ? 'verify' : 'reset');
      if (shot.payload?.includes('{{won-bid}}')) values['won-bid'] = await wonBid(context);
      if (shot.url.includes(encodeURIComponent('{{purchase}}'))) values.purchase = await purchaseOf(context, person);
      if (!person) return { cookie: null, values };
      if (/session|password|logout|auth\/update|second-factor|recovery-codes/.test(shot.url)) {
        await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', person.id).execute();
        person.cookie = await signInAfresh(db, person.id);
      } else if (!(await isAlive(db, person))) person.cookie = await signInAfresh(db, person.id);
      if (shot.payload?.includes('{{bid}}')) values.bid = await livingBid(context, person);
      if (shot.payload?.includes('{{passkey}}')) values.passkey = await ownPasskey(db, person.id);
      if (shot.payload?.includes('{{code}}') || /start-second|renew-recovery/.test(shot.url)) {
        const { code, cookie } = await freshCode(context, person, shot.url);
        return { cookie: cookie ?? person.cookie, values: { ...values, code } };
      }
      return { cookie: person.cookie, values };
    },
  };
}

/** A session with both cookies, and two other sessions of the user for calls that end sessions. */
async function signInAfresh(db: Db, userId: number): Promise<string> {
  const [access, refresh] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const later = new Date(Date.now() + HOUR_MS);
  const session = (of: string) => ({
    user_id: userId,
    access_hash: tokenHash(`${of}access`),
    access_expires_at: later,
    refresh_hash: tokenHash(`${of}refresh`),
    refresh_expires_at: later,
  });
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('sessions').where('id', '=', OWN_SESSION).execute();
  await db
    .insertInto('sessions')
    .values([
      { ...session(''), access_hash: tokenHash(access), refresh_hash: tokenHash(refresh) },
      { ...session('other'), id: OWN_SESSION },
    ])
    .execute();
  await db.updateTable('sessions').set({ ended_at: null }).where('id', '=', STRANGERS_SESSION).execute();
  return `seri_access_3000=${access}; seri_refresh_3000=${refresh}`;
}

async function isAlive(db: Db, person: Person): Promise<boolean> {
  const token = /seri_access_3000=([^;]+)/.exec(person.cookie)?.[1] ?? '';
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('access_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The latest provisionally won bid, or a new one when it has been settled. */
async function wonBid(context: FreshContext): Promise<number> {
  const waiting = await context.database.db
    .selectFrom('bids')
    .select('id')
    .where('status', '=', 6)
    .where('sold_price_yen', 'is not', null)
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const { 'a client': client, 'a manager': manager } = context.people;
  const bidId = await placeBid(context, client);
  await askAs(context, manager, 'PUT', '/v1/bid/update-bid-status', { bidId, status: 6 });
  await askAs(context, manager, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '640000' });
  return bidId;
}

/** A bid that this person may change: their own, or any for a manager. */
async function livingBid(context: FreshContext, person: Person): Promise<number> {
  const isManager = person === context.people['a manager'];
  const living = await context.database.db
    .selectFrom('bids')
    .select('id')
    .where('status', 'in', isManager ? [1, 2, 3] : [1, 2])
    .$if(!isManager, (bids) => bids.where('user_id', '=', person.id))
    .orderBy('id')
    .executeTakeFirst();
  return living?.id ?? (await placeBid(context, isManager ? context.people['a client'] : person));
}

async function placeBid(context: FreshContext, person: Person | undefined): Promise<number> {
  const lotId = await createLot(context.database.db);
  const payload = { amount: 650_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' };
  return (await askAs(context, person, 'POST', '/v1/bid/create', payload)).bidId ?? 0;
}

async function askAs(
  { database: { db }, app }: FreshContext,
  person: Person | undefined,
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
) {
  if (person && !(await isAlive(db, person))) person.cookie = await signInAfresh(db, person.id);
  const headers = { cookie: person?.cookie ?? '' };
  return (await app.inject({ method, url, payload, headers } as InjectOptions)).json();
}

async function purchaseOf(context: FreshContext, person: Person | undefined): Promise<string> {
  const own = await context.database.db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', person?.id ?? 0)
    .executeTakeFirst();
  return `P${own?.id ?? 0}`;
}

async function ownPasskey(db: Db, userId: number): Promise<string> {
  const { id } = await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: randomBytes(16).toString('base64url'),
      public_key: randomBytes(32),
      sign_count: 0,
      name: 'Phone',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const START = '/v1/user/start-second-factor';
const CONFIRM = '/v1/user/confirm-second-factor';

/** Brings the account into the state that this call needs; returns a valid code, and the cookie of a pending log-in. */
async function freshCode(
  { app, database }: { app: FastifyInstance; database: Database },
  person: Person,
  path: string,
): Promise<{ code: string; cookie?: string }> {
  const ask = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { cookie: person.cookie } } as InjectOptions);
  await database.db.deleteFrom('second_factors').where('user_id', '=', person.id).execute();
  if (path.startsWith(START)) return { code: '' };
  const code = appCode((await ask(START, { password: PASSWORD })).json().secret);
  if (path.startsWith(CONFIRM)) return { code };
  await ask(CONFIRM, { code });
  await letStepsPass(database.pool);
  if (!path.startsWith('/v1/auth/')) return { code };
  const login = await app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { email: person.email, password: PASSWORD },
  });
  return { code, cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
