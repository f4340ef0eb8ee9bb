import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '..', '..');
export const SCHEMA = join(SERVER, 'schema');

/** Migrations in the order of their names; the first is the baseline. */
export const MIGRATIONS = join(SERVER, 'migrations');
export const BASELINE = join(MIGRATIONS, '0000_baseline.sql');

/** The folders of server/schema: the tables of each reference only tables of its own and of those before it. */
export const SCHEMA_FOLDERS = [
  'platform',
  'events',
  'company',
  'back-office',
  'users',
  'auth',
  'lots',
  'photos',
  'sheets',
  'feed',
  'searches',
  'favorites',
  'sharing',
  'bids',
  'agent',
  'chat',
  'notifications',
  'costs',
  'payments',
  'purchases',
  'mail',
  'webhooks',
] as const;

type Kind = 'tables' | 'functions' | 'triggers';

const filesOf = (kind: Kind): string =>
  SCHEMA_FOLDERS.map((folder) => ({ folder, path: join(SCHEMA, folder, `${kind}.sql`) }))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, path }) => `-- ${folder}\n\n${readFileSync(path, 'utf8')}`)
    .join('\n');

/** All tables as they are now, for an empty database. */
export const tablesSql = (): string => filesOf('tables');

/** All functions, views and triggers as they are now, for a database with the tables of now; may run again and again. */
export const programsSql = (): string => `-- A function may call another that stands behind it.
set local check_function_bodies = off;

${filesOf('functions')}
${filesOf('triggers')}`;

/** The baseline for the tables as they are now: a database remembers from which one it was made. */
export const baselineSql =
  (): string => `-- Made from server/schema/*/tables.sql by npm run generate: please do not edit it.

${tablesSql()}
insert into installation_facts (key, value) values ('baseline', '"${digest(tablesSql())}"');
`;

/** What a database made from the stored baseline says of itself. */
export const baselineMark = (): string => /'baseline', '"(\w+)"'/.exec(readFileSync(BASELINE, 'utf8'))?.[1] ?? '';

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
