import { BOOKED_KINDS, type BookedKind } from '@seri/contract/payments/bookings.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { bookMoney, reversePosting } from '../payments/book-money.ts';
import { assignTransfer } from '../payments/receive-transfer.ts';
import { findPostings, findTransfers, withCandidates } from '../payments/transfer-queries.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { accountIn, withPortal } from './portal.ts';
import { print, table } from './print.ts';

const BOOKER = { through: 'operator' } as const;
const FIRST_PAGE = { page: 1, pageSize: 70 };

/** Money booked by hand: postings are never edited, a mistake is reversed by its mirror. */
export function moneyCommands(money: Command): void {
  money
    .command('book <user> <kind> <yen>')
    .summary(`books one of: ${BOOKED_KINDS.join(', ')}`)
    .requiredOption('--for <text>', 'the text for the client')
    .requiredOption('--key <key>', 'your own name of the event; each key is booked once')
    .option('--purchase <number>', 'the purchase it is for', parseYen)
    .addHelpText(
      'after',
      exampleText([
        'npm run admin -- money book anna@example.com deposit 150000 --for "Deposit" --key bank-4711',
        'npm run admin -- money book C-0017 correction -500 --for "Rounding" --key note-12',
      ]),
    )
    .action((name: string, word: string, yen: string, options: { for: string; key: string; purchase?: number }) =>
      withPortal(async ({ db }) => {
        const kind = BOOKED_KINDS.find((known) => known === word);
        if (!kind) throw new Complaint(`Give one of: ${BOOKED_KINDS.join(', ')}.`);
        const userId = await accountIn(db, name);
        const input = bookingOf(userId, kind, parseYen(yen), options);
        const id = await db.transaction().execute((tx) => bookMoney(tx, input, BOOKER));
        print(`Posting ${id} is booked.`);
      }),
    );

  money
    .command('reverse <posting>')
    .summary('reverses a posting by its mirror')
    .requiredOption('--for <text>', 'the text for the client')
    .addHelpText('after', exampleText(['npm run admin -- money reverse 4711 --for "Booked for the wrong client"']))
    .action((posting: string, options: { for: string }) =>
      withPortal(async ({ db }) => {
        const input = { postingId: parseYen(posting), description: options.for };
        const id = await db.transaction().execute((tx) => reversePosting(tx, input, BOOKER));
        print(`Posting ${id} reverses it. Book the correct amount separately.`);
      }),
    );

  money
    .command('list <user>')
    .summary('the last 70 postings of a client and the balance')
    .addHelpText('after', exampleText(['npm run admin -- money list anna@example.com']))
    .action((name: string) =>
      withPortal(async ({ db }) => {
        const found = await findPostings(db, await accountIn(db, name), FIRST_PAGE);
        if (!found) throw new Complaint('This account is not a client: npm run admin -- user list --role client');
        const rows = found.items.map((item) => [
          String(item.postingId),
          item.bookedOn,
          item.kind,
          grouped(item.amountYen),
          item.correctedById === null ? item.description : `${item.description} (reversed by ${item.correctedById})`,
        ]);
        print(table(['posting', 'day', 'kind', 'yen', 'for'], rows));
        print(`Balance: ${grouped(found.balanceYen)} yen`);
      }),
    );

  money
    .command('transfers')
    .summary('bank transfers that wait for their client')
    .addHelpText('after', exampleText(['npm run admin -- money transfers']))
    .action(() =>
      withPortal(async ({ db }) => {
        const { items } = await findTransfers(db, { state: 'waiting', ...FIRST_PAGE });
        if (items.length === 0) return print('No transfers are waiting.');
        const rows = (await withCandidates(db, items)).map((item) => [
          String(item.transferId),
          item.receivedOn,
          grouped(item.amountYen),
          item.sender,
          item.candidates.join(', ') || '-',
          item.reference,
        ]);
        return print(table(['transfer', 'day', 'yen', 'sender', 'may be of', 'reference'], rows));
      }),
    );

  money
    .command('assign <transfer> <user>')
    .summary('assigns a waiting transfer to a client')
    .addHelpText('after', exampleText(['npm run admin -- money assign 12 anna@example.com']))
    .action((transfer: string, name: string) =>
      withPortal(async ({ db }) => {
        const userId = await accountIn(db, name);
        const input = { transferId: parseYen(transfer), userId };
        await db.transaction().execute((tx) => assignTransfer(tx, input, BOOKER));
        print(`The transfer is booked for client ${userId}.`);
      }),
    );
}

const grouped = (amountYen: number): string => amountYen.toLocaleString('en');

const bookingOf = (
  userId: number,
  kind: BookedKind,
  amountYen: number,
  { for: description, key, purchase }: { for: string; key: string; purchase?: number },
) => ({ userId, kind, amountYen, description, key, purchaseId: purchase ?? null });

function parseYen(text: string): number {
  const digits = text.replaceAll(/(?<=\d)[,_ ](?=\d{3})/g, '');
  if (!/^-?\d{1,12}$/.test(digits)) throw new InvalidArgumentError('Give a whole number.');
  return Number(digits);
}
