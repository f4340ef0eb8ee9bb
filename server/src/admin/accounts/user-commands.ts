import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { Command } from 'commander';
import { choosePassword, makePasswordLink, openAccount } from '../../flows/accounts/account-access.ts';
import { findAccounts } from '../../users/directory-queries.ts';
import { accountIn, OPERATOR, type Portal, withPortal } from '../portal.ts';
import { amount, moment, print, printJson, table } from '../print.ts';
import { parseCount, parseLanguage, parseLimit, parseRole, ROLE_NAMES, roleName } from '../values.ts';
import { askPassword } from './ask-password.ts';
import { showAccount } from './show-account.ts';

const EXAMPLES = {
  create: [
    'npm run admin -- user create anna@example.com --name "Anna Petrova" --role client --credit 1000000',
    'npm run admin -- user create office@example.com --name "Kenji Mori" --role manager --password',
  ],
  list: ['npm run admin -- user list --role client --search petrova'],
  show: ['npm run admin -- user show anna@example.com', 'npm run admin -- user show C-0017 --json'],
  setPassword: [
    'npm run admin -- user set-password anna@example.com',
    'pass show seri | npm run -s admin -- user set-password 17',
  ],
  sendLink: ['npm run admin -- user send-link anna@example.com'],
};

export const exampleText = (lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  ${line}`).join('\n')}`;

interface Create {
  name: string;
  role: ReturnType<typeof parseRole>;
  language: 'en' | 'ru';
  mobile?: string;
  city?: string;
  country?: number;
  company?: string;
  dealer?: string;
  manager?: string;
  credit?: number;
  dailyBids?: number;
  password?: true;
  mail?: true;
}

/** Listing, creating and approving accounts, and their passwords. */
export function userCommands(user: Command): void {
  user
    .command('create <email>')
    .summary('a new account; prints a one-time link for choosing its password')
    .description('Creates an account with the flags of its role. Its address counts as verified.')
    .requiredOption('--name <name>', 'as on documents')
    .requiredOption('--role <role>', ROLE_NAMES.join(', '), parseRole)
    .option('--language <language>', 'en or ru', parseLanguage, 'en')
    .option('--mobile <number>', 'telephone with country code')
    .option('--city <city>')
    .option('--country <number>', 'ISO number, for instance 183 for Russia, 392 for Japan', parseCount)
    .option('--company <company>')
    .option('--dealer <user>', 'the dealer whose client this is')
    .option('--manager <user>', 'the manager who looks after this client')
    .option('--credit <yen>', 'credit limit in yen, or any', parseLimit)
    .option('--daily-bids <number>', 'bids a day, or any', parseLimit)
    .option('--password', 'prompt for a password, or read it from standard input, instead of creating a link')
    .option('--mail', 'send the link by email too')
    .addHelpText('after', exampleText(EXAMPLES.create))
    .action(create);

  user
    .command('list')
    .summary('accounts, the oldest first')
    .option('--search <text>', 'part of the name, the company or the email address')
    .option('--role <role>', ROLE_NAMES.join(', '), parseRole)
    .option('--limit <number>', 'maximum number', parseCount, 100)
    .option('--json', 'as JSON')
    .addHelpText('after', exampleText(EXAMPLES.list))
    .action(list);

  user
    .command('show <user>')
    .summary('one account: flags, limits, sessions, and decisions about it')
    .option('--json', 'as JSON')
    .addHelpText('after', exampleText(EXAMPLES.show))
    .action((name: string, { json }: { json?: true }) =>
      withPortal(async ({ db }) => showAccount(db, await accountIn(db, name), json ?? false)),
    );

  user
    .command('set-password <user>')
    .summary('sets a password, prompted or read from standard input; none: a one-time link')
    .description('The password is never an argument: other users of the machine could read it there.')
    .addHelpText('after', exampleText(EXAMPLES.setPassword))
    .action((name: string) => withPortal((portal) => setPassword(portal, name)));

  user
    .command('send-link <user>')
    .summary('prints and emails a one-time link for choosing a password')
    .description('The link is valid once, for 24 hours; earlier links stop working.')
    .addHelpText('after', exampleText(EXAMPLES.sendLink))
    .action((name: string) =>
      withPortal(async (portal) => printLink(portal, await accountIn(portal.db, name), { byMail: true })),
    );
}

async function create(email: string, options: Create): Promise<void> {
  await withPortal(async (portal) => {
    const { db, secretKey } = portal;
    const account = {
      email,
      fullName: options.name,
      roleId: options.role,
      language: LANGUAGE[options.language],
      mobile: options.mobile,
      city: options.city,
      countryId: options.country,
      company: options.company,
      dealerId: options.dealer === undefined ? undefined : await accountIn(db, options.dealer),
      managerId: options.manager === undefined ? undefined : await accountIn(db, options.manager),
      creditLimitYen: options.credit,
      dailyBidLimit: options.dailyBids,
    };
    const password = options.password ? await askPassword() : null;
    const how = { password, secretKey, byMail: options.mail ?? false };
    const { userId, linkId } = await openAccount(db, account, how, OPERATOR);
    print(`Account ${userId} is created: ${email}, ${roleName(options.role)}.`);
    if (linkId) print(linkText(portal, linkId));
    if (linkId && options.mail) print('The same link is sent by email.');
  });
}

async function list(filter: { search?: string; role?: Create['role']; limit: number; json?: true }): Promise<void> {
  await withPortal(async ({ db }) => {
    const rows = await findAccounts(db, { search: filter.search, roleId: filter.role, limit: filter.limit });
    if (filter.json) return printJson(rows.map((row) => ({ ...row, role: roleName(row.role_id) })));
    const cells = rows.map((row) => [
      String(row.id),
      row.email,
      row.full_name,
      roleName(row.role_id),
      amount(row.credit_limit_yen),
      amount(row.balance_yen),
      moment(row.last_login_at),
    ]);
    print(table(['id', 'email', 'name', 'role', 'credit', 'balance', 'last log-in'], cells));
    if (rows.length === filter.limit) print(`The first ${filter.limit}: --limit shows more, --search finds one.`);
  });
}

async function setPassword(portal: Portal, name: string): Promise<void> {
  const userId = await accountIn(portal.db, name);
  const password = await askPassword();
  if (password === null) return printLink(portal, userId, { byMail: false });
  await choosePassword(portal.db, { userId, password }, OPERATOR);
  print('The password is set. All sessions of the account have ended, and a mail tells its owner.');
}

async function printLink(portal: Portal, userId: number, { byMail }: { byMail: boolean }): Promise<void> {
  const { db, secretKey } = portal;
  const linkId = await db.transaction().execute((tx) => makePasswordLink(tx, { userId, secretKey, byMail }, OPERATOR));
  print(linkText(portal, linkId));
  if (byMail) print('The same link is sent by email.');
}

const linkText = ({ passwordAddress }: Portal, linkId: string) =>
  `This link sets the password. It is valid once, for 24 hours:\n${passwordAddress(linkId)}`;
