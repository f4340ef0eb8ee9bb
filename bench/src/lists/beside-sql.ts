import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { findCurrentUser } from '../../../server/src/auth/session/current-user-queries.ts';
import { lotRoutes } from '../../../server/src/lots/routes.ts';
import type { Database } from '../../../server/src/platform/db/db.ts';
import type { DB } from '../../../server/src/platform/db/tables.ts';
import { cookieNames } from '../../../server/src/platform/http/cookies.ts';
import { createApp } from '../../../server/src/platform/http/create-app.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { type Figures, type Load, runFor } from '../tools/load.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The database statements of each address, recorded in one run with warm caches. */
export async function statementsOf(
  url: string,
  cookie: string,
  paths: string[],
  register: (app: Parameters<typeof lotRoutes>[0], database: Database) => void = lotRoutes,
): Promise<Statement[][]> {
  const taken: Statement[] = [];
  const pool = new Pool({ connectionString: url, max: 2 });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      taken.push({ text: event.query.sql, values: [...event.query.parameters] });
    },
  });
  const app = createApp({
    log: createLog('bench', 'error'),
    strictReplies: false,
    trustedProxies: [],
    cookies: cookieNames(undefined, 3000),
    publicUrl: undefined,
    findCurrentUser: (token) => findCurrentUser(db, token),
  });
  register(app, {
    db,
    bidDb: db,
    pool,
    replicaPool: null,
    close: async () => {},
  } satisfies Database);
  const all: Statement[][] = [];
  for (const path of paths) {
    // The first run fills the caches, as in a running server.
    await app.inject({ url: path, headers: { cookie } });
    taken.length = 0;
    const answer = await app.inject({ url: path, headers: { cookie } });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    all.push([...taken]);
  }
  await app.close();
  await db.destroy();
  return all;
}

/** The plain statements through the driver. */
export async function bareStatements(url: string, statements: Statement[][], load: Load): Promise<Figures> {
  const pool = new Pool({ connectionString: url, max: load.lanes });
  const task = async (turn: number) => {
    for (const statement of statements[turn % statements.length] ?? [])
      await pool.query(statement.text, statement.values);
  };
  await runFor(Math.min(2, load.seconds), load.lanes, task);
  const figures = await runFor(load.seconds, load.lanes, task);
  await pool.end();
  return figures;
}
