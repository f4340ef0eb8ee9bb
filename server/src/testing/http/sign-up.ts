import { authRoutes } from '../../auth/routes.ts';
import type { LinkPurpose } from '../../platform/email-link.ts';
import { findPersonByEmail, handleRequests, linkOf, mailsTo } from './accounts.ts';
import { COOKIES, SECRET_KEY } from './auth-cookies.ts';
import { openBrowser, type Reply } from './browser.ts';
import { testPortal } from './portal.ts';

let next = 0;

export const PASSWORD = 'Kamakura tram 11';

export const newEmail = () => `stranger-${next++}@example.test`;

/** A valid sign-up form. */
export const formOf = (email: string, more: object = {}) => ({
  fullName: 'Anna Petrova',
  referralCode: 'FRIEND-7',
  email,
  mobile: '+7 (912) 345-67-89',
  country: 183,
  city: 'Vladivostok',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  terms: true,
  language: 692,
  ...more,
});

/** A reply without the headers that differ each time. */
export const nameless = ({ headers, status, text }: Reply) => {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { rest, status, text: text.replace(/"requestId":"[^"]+"/, '') };
};

export type SignUpFixture = Awaited<ReturnType<typeof signUpFixture>>;

/** A portal for tests of sign-up and the links of emails. */
export async function signUpFixture() {
  const portal = await testPortal((app, database) =>
    authRoutes(app, database, { cookies: COOKIES, secretKey: SECRET_KEY }),
  );
  const post = (url: string, body?: unknown, address?: string) =>
    openBrowser(portal.app, address).ask('POST', url, body);
  const person = async (email: string) => {
    const found = await findPersonByEmail(portal.database, email);
    if (!found) throw new Error(`${email} has no account`);
    return found;
  };
  return {
    portal,
    post,
    person,
    signUp: (email: string, more: object = {}) => post('/v1/auth/sign-up', formOf(email, more)),
    /** Processes the requests so far as the worker would. */
    work: () => handleRequests(portal.database, SECRET_KEY),
    verify: (token: string) => post(`/v1/auth/verify-email?token=${token}`),
    logIn: (email: string, typed = PASSWORD) => post('/v1/auth/login', { email, password: typed }),
    linkFor: async (email: string, purpose: LinkPurpose = 'verify') =>
      linkOf(portal.database, SECRET_KEY, (await person(email)).id, purpose),
    mailsOf: async (email: string) => mailsTo(portal.database, (await person(email)).id),
    /** Moves all emails so far some minutes into the past. */
    waitMinutes: (minutes: number) =>
      portal.database.pool.query(`update mails set created_at = created_at - make_interval(mins => $1)`, [minutes]),
  };
}
