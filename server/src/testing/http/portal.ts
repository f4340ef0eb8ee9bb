import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { findCurrentUser } from '../../auth/session/current-user-queries.ts';
import { serviceTokenAuth } from '../../back-office/service-token-auth.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { createApp } from '../../platform/http/create-app.ts';
import { createLog } from '../../platform/process/log.ts';
import type { Person } from './people.ts';

export interface TestPortal {
  app: FastifyInstance;
  database: Database;
  url: string;
  /** Sends one request as a person, or signed out with null; the contract checks the reply. */
  ask(
    person: Person | null,
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers?: object,
  ): Promise<Answer>;
  close(): Promise<void>;
}
export interface Answer {
  status: number;
  /** Parsed JSON; tests read arbitrary fields. */
  body: ReturnType<typeof JSON.parse>;
  raw: LightMyRequestResponse;
}

type Register = (app: FastifyInstance, database: Database) => void;

/** Opens a portal for one test file: own database, the registered capabilities, no port. */
export async function testPortal(register: Register): Promise<TestPortal> {
  const { url, drop } = await testDatabase();
  const portal = await testPortalOn(url, register);
  return {
    ...portal,
    close: async () => {
      await portal.close();
      await drop();
    },
  };
}

/** Opens one more process on a database. */
export async function testPortalOn(url: string, register: Register, more: DatabaseOptions = {}): Promise<TestPortal> {
  const log = createLog('test', 'silent');
  const database = openDatabase(url, log, undefined, more);
  const app = createApp({
    log,
    strictReplies: true,
    trustedProxies: [],
    cookies: cookieNames(undefined, 3000),
    publicUrl: undefined,
    findCurrentUser: (token) => findCurrentUser(database.db, token),
    services: serviceTokenAuth(database.db),
  });
  register(app, database);
  await app.ready();
  return {
    app,
    database,
    url,
    ask: async (person, method, path, body, headers = {}) => {
      const raw = await app.inject({
        method,
        url: path,
        headers: {
          ...(person ? { cookie: person.cookie } : {}),
          ...(person?.bearer ? { authorization: `Bearer ${person.bearer}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      } as InjectOptions);
      const isJson = String(raw.headers['content-type']).startsWith('application/json');
      return { status: raw.statusCode, body: isJson ? raw.json() : null, raw };
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
