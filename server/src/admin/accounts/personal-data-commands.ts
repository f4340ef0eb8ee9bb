import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { collectPersonalData, erasePerson, type Obligations } from '../../flows/personal-data/personal-data.ts';
import { findAccountInFull } from '../../users/directory-queries.ts';
import { Complaint } from '../complaint.ts';
import { accountIn, OPERATOR, withPortal } from '../portal.ts';
import { amount, print, printJson } from '../print.ts';
import { exampleText } from './user-commands.ts';

const EXAMPLES = {
  export: [
    'npm run -s admin -- user export anna@example.com > anna.json',
    'npm run admin -- user export 17 --out anna.json',
  ],
  erase: ['npm run admin -- user erase 17 --confirm anna@example.com'],
};

/** Export and deletion of personal data, as the law requires. */
export function personalDataCommands(user: Command): void {
  user
    .command('export <user>')
    .summary('all stored data about a person, as JSON')
    .description('Account, visits, searches, bids and their log, messages, purchases and bookings; no secrets.')
    .option('--out <file>', 'a new file that only its owner may read, instead of the terminal')
    .addHelpText('after', exampleText(EXAMPLES.export))
    .action(exportData);

  user
    .command('erase <user>')
    .summary('deletes an account’s personal data; bids, ledger and logs stay')
    .description(
      'Name, addresses, visits, searches and emails are deleted at once and permanently. Bids, purchases, bookings and logs stay with the number of the account. Refused while anything is open. After a restore of an older backup it has to be done again.',
    )
    .requiredOption('--confirm <email>', 'the email address of the account again')
    .addHelpText('after', exampleText(EXAMPLES.erase))
    .action(erase);
}

async function exportData(name: string, { out }: { out?: string }): Promise<void> {
  await withPortal(async ({ db }) => {
    const data = await collectPersonalData(db, await accountIn(db, name));
    if (!out) return printJson(data);
    await writeFile(out, `${JSON.stringify(data, null, 2)}\n`, { flag: 'wx', mode: 0o600 }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new Complaint(`The file ${out} cannot be written (${error.code}): name a new one.`);
      },
    );
    print(`Written to ${out}. Hand it over securely.`);
  });
}

async function erase(name: string, { confirm }: { confirm: string }): Promise<void> {
  await withPortal(async ({ db }) => {
    const userId = await accountIn(db, name);
    const account = await findAccountInFull(db, userId);
    if (account?.email !== confirm.trim().toLowerCase())
      throw new Complaint(`The address of account ${userId} is another one: give --confirm as user show prints it.`);
    const left = await erasePerson(db, userId, OPERATOR);
    if (left) throw new Complaint(`Account ${userId} cannot be erased yet: ${obligationsText(left)}.`);
    print(`Account ${userId} is erased.`);
  });
}

/** Returns the obligations that must end first, and how to end them. */
function obligationsText({ openBids, cars, balanceYen, clients }: Obligations): string {
  const reasons = [
    openBids > 0 && `${openBids} open bids (cancel them or wait for their results)`,
    cars > 0 && `${cars} cars on their way (purchase set-status)`,
    balanceYen !== 0 && `a balance of ${amount(balanceYen)} yen (money book)`,
    clients > 0 && `${clients} clients of this account (user set-dealer, user set-manager)`,
  ];
  return reasons.filter(Boolean).join('; ');
}
