import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';

const SERVER = join(import.meta.dirname, '..', '..', '..');
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

/** Numbers that have a name on the wire have the same one in the files: `:lot.sold` stands for `LOT_STATUS.sold`. */
const NAMES: Record<string, Record<string, number>> = {
  lot: LOT_STATUS,
  bid: BID_STATUS,
  userType: USER_TYPE,
  role: ROLE,
  language: LANGUAGE,
};
const NAME = new RegExp(`(?<!:):(${Object.keys(NAMES).join('|')})\\.(\\w+)`, 'g');

/** SQL with the numbers that its names stand for. */
export const withNumbers = (text: string): string =>
  text.replace(NAME, (name, kind: string, member: string) => {
    const number = NAMES[kind]?.[member];
    if (number === undefined) throw new Error(`No number has the name ${name}.`);
    return String(number);
  });

type Kind = 'tables' | 'functions' | 'triggers';

const filesOf = (kind: Kind): string =>
  SCHEMA_FOLDERS.map((folder) => ({ folder, path: join(SCHEMA, folder, `${kind}.sql`) }))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, path }) => `-- ${folder}\n\n${withNumbers(readFileSync(path, 'utf8'))}`)
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

/** The same for the same statements, however they are written down and explained. */
export const digest = (sql: string): string =>
  createHash('sha256')
    .update(sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' '))
    .digest('hex')
    .slice(0, 16);
