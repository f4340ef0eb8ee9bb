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

/** The folders of server/schema: tables of a folder reference only tables of the same folder and of earlier ones. */
export const SCHEMA_FOLDERS = [
  'platform',
  'events',
  'company',
  'back-office',
  'users',
  'auth',
  'lots',
  'prices',
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
  'channels',
  'costs',
  'payments',
  'purchases',
  'mail',
  'webhooks',
] as const;

/** The files name numbers as the wire does: `:lot.sold` means `LOT_STATUS.sold`. */
const NAMES: Record<string, Record<string, number>> = {
  lot: LOT_STATUS,
  bid: BID_STATUS,
  userType: USER_TYPE,
  role: ROLE,
  language: LANGUAGE,
};
const NAME = new RegExp(`(?<!:):(${Object.keys(NAMES).join('|')})\\.(\\w+)`, 'g');

/** Replaces the names in the SQL with their numbers. */
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

/** Returns the current tables, for an empty database. */
export const tablesSql = (): string => filesOf('tables');

/** Returns the current functions, views and triggers, for a database with the current tables. Idempotent. */
export const programsSql = (): string => `-- A function may call another that stands behind it.
set local check_function_bodies = off;

${filesOf('functions')}
${filesOf('triggers')}`;

/** Returns the baseline of the current tables, with a mark by which a database remembers its baseline. */
export const baselineSql =
  (): string => `-- Made from server/schema/*/tables.sql by npm run generate: please do not edit it.

${tablesSql()}
insert into installation_facts (key, value) values ('baseline', '"${digest(tablesSql())}"');
`;

/** Returns the mark of the stored baseline. */
export const baselineMark = (): string => /'baseline', '"(\w+)"'/.exec(readFileSync(BASELINE, 'utf8'))?.[1] ?? '';

/** Returns the same digest for the same statements, whatever their layout and comments. */
export const digest = (sql: string): string =>
  createHash('sha256')
    .update(sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' '))
    .digest('hex')
    .slice(0, 16);
