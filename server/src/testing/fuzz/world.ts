import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { hashPassword } from '../../auth/account/password.ts';
import { buildPortal } from '../../compose/app.ts';
import { type Db, openDatabase } from '../../platform/db/db.ts';
import { recordFact } from '../../platform/db/installation.ts';
import { readConfig } from '../../platform/process/config.ts';
import { createLog } from '../../platform/process/log.ts';
import { flatDrawings } from '../fixtures/flat-pictures.ts';
import { SECRET_KEY } from '../http/auth-cookies.ts';
import { barePage } from '../http/bare-page.ts';
import { createPerson, type Person } from '../http/people.ts';
import { createProgram } from '../http/programs.ts';
import { A_PROGRAM, plantCanaries } from './canaries.ts';
import { type Fresh, freshOf } from './fresh.ts';
import { fillPools, PASSWORD } from './pools.ts';
import type { Shot } from './requests.ts';
import type { Pools } from './valid.ts';

export interface Answered {
  status: number;
  contentType: string;
  text: string;
  ms: number;
  /** Tables in which rows changed. */
  writes: string[];
}

export interface World {
  people: string[];
  pools: Pools;
  fire(shot: Shot): Promise<Answered>;
  close(): Promise<void>;
}

/** Opens the real portal on one database: people of every kind, their objects, and another client's that nobody may see. */
export async function openWorld(databaseUrl: string): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'seri-fuzz-'));
  const log = createLog('fuzz', 'silent');
  const database = openDatabase(databaseUrl, log);
  const { db } = database;
  const app = await buildPortal({
    ...readConfig({ DATA_DIR: folder, SECRET_KEY, NODE_ENV: 'production', PORT: '3000' }),
    database,
    log,
    // Without a page the portal has no reply for unknown addresses.
    webDist: barePage(folder),
    drawings: flatDrawings,
  });
  await app.ready();
  // Some calls exist in a demonstration only.
  await recordFact(db, 'demo', true);
  await db
    .insertInto('company_settings')
    .values({ key: 'callsPerMinute', value: JSON.stringify(AS_MANY_AS_WANTED) })
    .execute();
  const passwordHash = await hashPassword(PASSWORD);
  const people = await createPeople(db, passwordHash);
  const canary = await plantCanaries(db, passwordHash);
  const pools = await fillPools(db, (person, method, url, body) => ask(app, person, method, url, body), people, canary);
  // Stored in advance: no worker runs here, so a request would wait for nothing.
  await sql`insert into lot_extra_images (lot_id, images) select id, array['/p/sedan-navy-7-side'] from lots`.execute(
    db,
  );
  const program = await createProgram(db);
  const fresh = freshOf({ database, app, people, passwordHash, secretKey: SECRET_KEY });
  await watchWrites(db);
  let requests = 0;
  return {
    people: ['a stranger', A_PROGRAM, ...Object.keys(people)],
    pools,
    fire: async (shot) => {
      const created = await fresh.before(shot);
      await sql`with counted as (delete from attempt_counters) delete from fuzz_writes`.execute(db);
      const startedMs = performance.now();
      const reply = await app.inject({
        ...fillIn(shot, { ...created, bearer: shot.as === A_PROGRAM ? program.bearer : null }),
        // Every request has a network of its own: rate limits by address have their own tests.
        remoteAddress: `2001:db8:${(++requests >> 16).toString(16)}:${(requests & 0xffff).toString(16)}::1`,
      });
      return {
        status: reply.statusCode,
        contentType: String(reply.headers['content-type'] ?? ''),
        text: reply.body,
        ms: performance.now() - startedMs,
        writes: await takeWrites(db),
      };
    },
    close: async () => {
      await app.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const AS_MANY_AS_WANTED = Object.fromEntries(Object.keys(CALLS_PER_MINUTE).map((budget) => [budget, 1e9]));

async function createPeople(db: Db, passwordHash: string): Promise<Record<string, Person>> {
  const rich = { creditLimitYen: -1, passwordHash };
  const dealer = await createPerson(db, { ...rich, roleId: ROLE.dealer, email: 'dealer@example.test' });
  return {
    'a client': await createPerson(db, { ...rich, email: 'client@example.test' }),
    'a VIP': await createPerson(db, { ...rich, roleId: ROLE.vip, autobid: true, language: 693 }),
    'a client without a deposit': await createPerson(db, { roleId: ROLE.restricted, passwordHash }),
    'a guest': await createPerson(db, { roleId: ROLE.guest, passwordHash }),
    'a dealer': dealer,
    'a dealer’s client': await createPerson(db, { ...rich, dealerId: dealer.id }),
    'a manager': await createPerson(db, { roleId: ROLE.manager, passwordHash, email: 'manager@example.test' }),
  };
}

async function ask(app: FastifyInstance, person: Person, method: InjectOptions['method'], url: string, body: object) {
  const reply = await app.inject({ method, url, payload: body, headers: { cookie: person.cookie } } as InjectOptions);
  if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}

/** In a body the value replaces the quoted name, so that a number becomes a number. */
function fillIn(
  { url, method, payload, headers }: Shot,
  { cookie, bearer, values }: Fresh & { bearer: string | null },
): InjectOptions {
  const filled = (text: string, written: (value: string | number) => string) =>
    Object.entries(values).reduce(
      (result, [name, value]) => result.replaceAll(written(`{{${name}}}`), written(value)),
      text,
    );
  return {
    method: method as 'GET',
    url: filled(url, encodeURIComponent),
    headers: { ...(cookie ? { cookie } : {}), ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers },
    ...(payload === undefined ? {} : { payload: filled(payload, JSON.stringify) }),
  };
}

/** Records every changed row, except attempt counters: a GET or an error that changes one is a finding. */
async function watchWrites(db: Db): Promise<void> {
  await sql`
    create unlogged table fuzz_writes (table_name text not null);
    create function note_write() returns trigger language plpgsql as
      $$ begin insert into fuzz_writes values (tg_table_name); return null; end $$;
    do $$ declare watched text; begin
      for watched in select tablename from pg_tables where schemaname = 'public'
        and tablename not in ('fuzz_writes', 'attempt_counters', 'pending_logins', 'call_budgets', 'service_calls', 'service_tokens') loop
        execute format('create trigger fuzz_note after insert or update or delete on %I for each row execute function note_write()', watched);
      end loop;
    end $$`.execute(db);
}

async function takeWrites(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`delete from fuzz_writes returning table_name`.execute(db);
  return [...new Set(rows.map((row) => row.table_name))].sort();
}
