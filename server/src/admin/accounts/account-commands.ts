import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { changeRole, endEverySession, resetSecondFactor } from '../../flows/accounts/account-access.ts';
import type { Tx } from '../../platform/db/db.ts';
import { changeAccount } from '../../users/change-account.ts';
import { setLimits } from '../../users/set-limits.ts';
import { setPermissions } from '../../users/set-permissions.ts';
import { enableAccount } from '../../users/set-role.ts';
import { Complaint } from '../complaint.ts';
import { accountIn, OPERATOR, withPortal } from '../portal.ts';
import { print } from '../print.ts';
import { parseFlags, parseLimit, parseOrNone, parseRole, parseSwitch, ROLE_NAMES } from '../values.ts';
import { exampleText } from './user-commands.ts';

/** Decisions on existing accounts; each applies at once, also to open sessions. */
export function accountCommands(user: Command): void {
  const change = (usage: string, summary: string, example: string): Command =>
    user
      .command(usage)
      .summary(summary)
      .addHelpText('after', exampleText([`npm run admin -- user ${example}`]));

  change('disable <user>', 'no more log-in; all sessions end at once', 'disable anna@example.com').action(
    (name: string) =>
      decide(name, async (tx, userId) => {
        await changeRole(tx, { userId, roleId: ROLE.disabled }, OPERATOR);
        return 'The account is disabled and signed out everywhere. Its open bids stay: cancel them in the bid manager.';
      }),
  );

  change('enable <user>', 'restores the previous role and flags', 'enable anna@example.com').action((name: string) =>
    decide(name, async (tx, userId) => {
      await enableAccount(tx, userId, OPERATOR);
      return 'The account has its previous role and flags again.';
    }),
  );

  change('set-role <user> <role>', 'sets the role and its flags', 'set-role anna@example.com vip')
    .description(`Roles: ${ROLE_NAMES.join(', ')}. The flags become those of the role.`)
    .option('--keep-flags', 'keep the current flags')
    .action((name: string, word: string, { keepFlags = false }: { keepFlags?: boolean }) =>
      decide(name, async (tx, userId) => {
        const roleId = argument('role', () => parseRole(word));
        await changeRole(tx, { userId, roleId, keepFlags }, OPERATOR);
        return `The role is ${word} now, ${keepFlags ? 'the flags are unchanged' : 'with the flags of the role'}.`;
      }),
    );

  change(
    'set-permission <user> <flags...>',
    'switches single flags on or off',
    'set-permission anna@example.com shareCar=off downloadPhotos=on',
  ).action((name: string, words: string[]) =>
    decide(name, async (tx, userId) => {
      const flags = parseFlags(words);
      await setPermissions(tx, { userId, flags }, OPERATOR);
      return `Set: ${words.join(', ')}.`;
    }),
  );

  change(
    'set-limits <user>',
    'credit and daily limits; -1 or any is unlimited',
    'set-limits anna@example.com --credit 2000000 --daily-bids any',
  )
    .option('--credit <yen>', 'how far the balance may go below zero, in yen', parseLimit)
    .option('--daily-bids <number>', 'bids a day, Japan time', parseLimit)
    .option('--daily-photos <number>', 'requests for extra photos a day', parseLimit)
    .action((name: string, { credit, dailyBids, dailyPhotos }: Record<string, number | undefined>) =>
      decide(name, async (tx, userId) => {
        if ([credit, dailyBids, dailyPhotos].every((limit) => limit === undefined))
          throw new Complaint('Name a limit: --credit, --daily-bids or --daily-photos.');
        const limits = { creditLimitYen: credit, dailyBidLimit: dailyBids, dailyUssLimit: dailyPhotos };
        await setLimits(tx, { userId, ...limits }, OPERATOR);
        return 'The limits are set. They apply to the next bid; open bids stay.';
      }),
    );

  change(
    'set-dealer <user> <dealer>',
    'the dealer of this client, or none',
    'set-dealer anna@example.com dealer@example.com',
  ).action((name: string, dealer: string) =>
    decide(name, async (tx, userId) => {
      const dealerId = dealer === 'none' ? null : await accountIn(tx, dealer);
      await changeAccount(tx, { userId, dealerId }, OPERATOR);
      return dealerId === null ? 'The client has no dealer now.' : `The client belongs to dealer ${dealerId} now.`;
    }),
  );

  change(
    'set-manager <user> <manager>',
    'the manager of this client, or none',
    'set-manager anna@example.com 1',
  ).action((name: string, manager: string) =>
    decide(name, async (tx, userId) => {
      const managerId = manager === 'none' ? null : await accountIn(tx, manager);
      await changeAccount(tx, { userId, managerId }, OPERATOR);
      return managerId === null ? 'The client has no manager now.' : `Manager ${managerId} looks after the client.`;
    }),
  );

  change(
    'set-autobid <user> <on|off>',
    'new bids go to the agent without a manager’s approval',
    'set-autobid anna@example.com on',
  ).action((name: string, word: string) =>
    decide(name, async (tx, userId) => {
      const autobid = argument('on|off', () => parseSwitch(word));
      await changeAccount(tx, { userId, autobid }, OPERATOR);
      return `Autobid is ${word} for new bids.`;
    }),
  );

  change(
    'set-note <user> <text>',
    'a note for managers, or none',
    'set-note anna@example.com "Pays on Fridays"',
  ).action((name: string, text: string) =>
    decide(name, async (tx, userId) => {
      await changeAccount(tx, { userId, note: parseOrNone(text) }, OPERATOR);
      return 'The note is saved.';
    }),
  );

  change(
    'set-invoice-link <user> <url>',
    'address of the client’s invoices, or none',
    'set-invoice-link anna@example.com https://files.example.com/anna',
  ).action((name: string, url: string) =>
    decide(name, async (tx, userId) => {
      await changeAccount(tx, { userId, invoiceLink: parseOrNone(url) }, OPERATOR);
      return 'The invoice link is saved.';
    }),
  );

  change('end-sessions <user>', 'signs an account out everywhere', 'end-sessions anna@example.com').action(
    (name: string) =>
      decide(name, async (tx, userId) => {
        const ended = await endEverySession(tx, userId, OPERATOR);
        return `Sessions ended: ${ended}.`;
      }),
  );

  change(
    'remove-second-factor <user>',
    'for an owner who lost telephone and recovery codes',
    'remove-second-factor anna@example.com',
  ).action((name: string) =>
    decide(name, async (tx, userId) => {
      if (!(await resetSecondFactor(tx, userId, OPERATOR)))
        throw new Complaint('This account has no second factor: nothing was changed.');
      return 'The second factor is removed, and the owner gets an email.';
    }),
  );
}

/** Runs one decision in one transaction; the work returns the text for the operator. */
const decide = (name: string, work: (tx: Tx, userId: number) => Promise<string>): Promise<void> =>
  withPortal(async ({ db }) => {
    const userId = await accountIn(db, name);
    print(await db.transaction().execute((tx) => work(tx, userId)));
  });

/** Commander names an invalid option in its error, but not an argument. */
function argument<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new Complaint(`<${name}> is invalid. ${error.message}`);
    throw error;
  }
}
