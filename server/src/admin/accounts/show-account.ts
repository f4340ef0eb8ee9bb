import { shownPhone } from '@seri/contract/auth/fields.ts';
import { FLAGS } from '@seri/contract/auth/permissions.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { findEvents } from '../../users/account-queries.ts';
import { type AccountInFull, findAccountInFull } from '../../users/directory-queries.ts';
import { Complaint } from '../complaint.ts';
import { amount, moment, plain, print, printJson, table } from '../print.ts';
import { roleName } from '../values.ts';

const LAST_EVENTS = 20;

/** Prints everything about an account but secrets, and the last decisions about it. */
export async function showAccount(db: Db, userId: number, asJson: boolean): Promise<void> {
  const account = await findAccountInFull(db, userId);
  if (!account) throw new Complaint(`There is no account ${userId}: npm run admin -- user list shows all accounts.`);
  const events = await findEvents(db, userId, LAST_EVENTS);
  if (asJson) return printJson({ ...account, role: roleName(account.role_id), events });
  const rows = linesOf(account);
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, text] of rows) print(`${name.padEnd(width)}  ${plain(text)}`);
  const cells = events.map(({ at, actor_id, token, event, before, after }) => [
    moment(at),
    token ? `token ${token}` : actor_id === null ? 'operator' : `account ${actor_id}`,
    event,
    differences(before, after),
  ]);
  if (cells.length > 0) print(`\n${table(['when', 'who', 'what', 'from -> to'], cells)}`);
}

function linesOf(account: AccountInFull): [string, string][] {
  const flags = (wanted: boolean) =>
    FLAGS.filter((flag) => (account.permissions[flag] === true) === wanted).join(', ') || '-';
  const ofClients: [string, string][] =
    account.credit_limit_yen === null
      ? []
      : [
          ['balance', amount(account.balance_yen)],
          ['credit', amount(account.credit_limit_yen)],
          ['held by open bids', amount(account.exposure_yen)],
          ['bids a day', amount(account.daily_bid_limit)],
          ['extra photos a day', amount(account.daily_uss_limit)],
          ['autobid', account.autobid ? 'on' : 'off'],
          ['dealer', account.dealer_id === null ? '-' : String(account.dealer_id)],
          ['manager', account.manager_id === null ? '-' : String(account.manager_id)],
          ['note', account.client_note ?? '-'],
          ['invoice link', account.invoice_link ?? '-'],
        ];
  return [
    ['account', String(account.id)],
    ['email', `${account.email}${account.email_verified_at ? '' : ' (not verified)'}`],
    ['name', account.full_name],
    ['company', account.company ?? '-'],
    ['city, country', [account.city || '-', account.country_id ?? '-'].join(', ')],
    [
      'telephone',
      [account.mobile, account.office_phone]
        .map((number) => shownPhone(number ?? ''))
        .filter(Boolean)
        .join(', ') || '-',
    ],
    ['role', roleName(account.role_id)],
    ['language', account.language === LANGUAGE.ru ? 'ru' : 'en'],
    ['password', account.has_password ? 'set' : 'none'],
    ['second factor', account.has_second_factor ? 'on' : 'off'],
    ['made', moment(account.created_at)],
    ['last log-in', moment(account.last_login_at)],
    ['open sessions', String(account.sessions)],
    ...ofClients,
    ['flags on', flags(true)],
    ['flags off', flags(false)],
  ];
}

/** Returns only the differences; flags of a role are nested in it. */
function differences(before: unknown, after: unknown): string {
  const [from, to] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => from[key] !== to[key])
    .map((key) => `${key} ${shown(key, from[key])} -> ${shown(key, to[key])}`)
    .join(', ');
}

function flat(value: unknown): Record<string, unknown> {
  const { permissions, ...rest } = (value ?? {}) as Record<string, unknown>;
  return { ...rest, ...(permissions as object | undefined) };
}

function shown(key: string, value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (key === 'roleId') return roleName(Number(value));
  if (typeof value === 'number' && !key.endsWith('Id')) return amount(value);
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
