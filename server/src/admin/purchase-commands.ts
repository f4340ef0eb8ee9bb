import { readFile } from 'node:fs/promises';
import { dayParam } from '@seri/contract/http.ts';
import { FEE_KINDS, type FeeKind } from '@seri/contract/purchases/finances.ts';
import {
  CHECKLIST_DOCUMENTS,
  type ChecklistDocument,
  DOCUMENT_KINDS,
  type DocumentKind,
} from '@seri/contract/purchases/papers.ts';
import { MAX_NOTE_LENGTH, shippingChange } from '@seri/contract/purchases/shipping.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { chargeFee } from '../flows/auctions/charge-fee.ts';
import { addDocument, removeDocument } from '../purchases/documents/add-document.ts';
import { setDueDay, setNote, setPurchaseStatus, setShipping } from '../purchases/manage/manage-purchase.ts';
import { findManaged } from '../purchases/manage/managed-queries.ts';
import { purchaseNumber } from '../purchases/purchase-id.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { accountIn, OPERATOR, withPortal } from './portal.ts';
import { print, printJson } from './print.ts';
import { parseCount, parseOrNone } from './values.ts';

const by = OPERATOR;
const MAX_LISTED = 100;

/** Status, costs and documents of purchases; the client is notified as after a manager's change. */
export function purchaseCommands(purchase: Command): void {
  const command = (usage: string, summary: string, example: string): Command =>
    purchase
      .command(usage)
      .summary(summary)
      .addHelpText('after', exampleText([`npm run admin -- purchase ${example}`]));

  command('list', 'the newest hundred, or those of one account', 'list --user anna@example.com')
    .option('--user <user>', 'number, client code or email address')
    .option('--json', 'as JSON')
    .action(list);

  command('set-status <purchase> <status>', 'sets the status', 'set-status P55 in-transit')
    .description(`Statuses: ${STATUS_NAMES.join(', ')}.`)
    .action((name: string, word: string) =>
      withPortal(async ({ db }) => {
        await setPurchaseStatus(db, { purchaseId: parsePurchase(name), by, status: parseStatus(word) });
        print(`${name} is ${word}.`);
      }),
    );

  command(
    'set-shipping <purchase>',
    'yard, ports, ship and days',
    'set-shipping P55 --vessel "Asahi Maru" --etd 2026-11-28',
  )
    .option('--yard <name>', 'yard in Japan', parseOrNone)
    .option('--yard-day <day>', 'arrival at the yard', parseDay)
    .option('--from <port>', 'port of export', parseOrNone)
    .option('--line <name>', 'shipping line', parseOrNone)
    .option('--vessel <name>', 'the ship', parseOrNone)
    .option('--voyage <number>', 'its voyage', parseOrNone)
    .option('--to <port>', 'destination', parseOrNone)
    .option('--discharge <port>', 'port of discharge', parseOrNone)
    .option('--etd <day>', 'departure', parseDay)
    .option('--eta <day>', 'arrival', parseDay)
    .action(ship);

  command('charge <purchase> <cost> <yen>', 'sets a cost by kind; 0 reverses it', 'charge P55 freight 30000')
    .description('Costs: auctionFee, inspection, freight, insurance, otherFees. The difference is booked.')
    .action((name: string, word: string, yen: string) =>
      withPortal(async ({ db }) => {
        const kind: FeeKind = parseFee(word);
        await chargeFee(db, { purchaseId: parsePurchase(name), by, kind, amountYen: parseYen(yen) });
        print(`${name}: ${kind} is ${parseYen(yen)} yen.`);
      }),
    );

  command('add-document <purchase> <kind> <file>', 'a PDF, JPEG or PNG', 'add-document P55 billOfLading bl.pdf')
    .description('Kinds: invoice, exportCertificate, deregistration, billOfLading, other.')
    .option('--name <text>', 'as the client reads it', 'Document')
    .action(addFile);

  command('remove-document <number>', 'removes a document', 'remove-document 9').action((number: string) =>
    withPortal(async ({ db }) => {
      await removeDocument(db, { documentId: parseCount(number), by });
      print(`Document ${number} is removed.`);
    }),
  );

  command(
    'set-note <purchase> <text>',
    'the note for the client; none removes it',
    'set-note P55 "Spare key sent"',
  ).action((name: string, text: string) =>
    withPortal(async ({ db }) => {
      if (text.length > MAX_NOTE_LENGTH)
        throw new Complaint(`The note is too long: at most ${MAX_NOTE_LENGTH} characters.`);
      await setNote(db, { purchaseId: parsePurchase(name), by, note: parseOrNone(text) ?? '' });
      print(`${name}: the note is saved.`);
    }),
  );

  command(
    'set-due <purchase> <paper> <day>',
    'due day of a document; none restores the usual one',
    'set-due P55 billOfLading 2026-12-24',
  )
    .description('Papers: invoice, exportCertificate, deregistration, billOfLading.')
    .action((name: string, word: string, day: string) =>
      withPortal(async ({ db }) => {
        const kind: ChecklistDocument = parseDocumentKind(word);
        await setDueDay(db, { purchaseId: parsePurchase(name), by, kind, dueOn: parseDay(day) });
        print(`${name}: ${kind} is due ${day === 'none' ? 'on its usual day' : day}.`);
      }),
    );
}

const list = ({ user, json }: { user?: string; json?: true }) =>
  withPortal(async ({ db }) => {
    const filter = user ? { userId: await accountIn(db, user) } : {};
    const rows = await findManaged(db, filter, { page: 1, pageSize: MAX_LISTED });
    if (json) return printJson(rows);
    if (rows.length === 0) print('There are no purchases.');
    for (const { id, client, title, status, totalYen, etd, eta, documents } of rows) {
      print(
        `P${id}  ${client}  ${title}  ${STATUS_NAMES[status]}  ${totalYen} yen  ETD ${etd ?? '-'}  ETA ${eta ?? '-'}`,
      );
      for (const document of documents) print(`      ${document.id}  ${document.kind}  ${document.name}`);
    }
  });

interface ShipOptions {
  yard?: string | null;
  yardDay?: string | null;
  from?: string | null;
  line?: string | null;
  vessel?: string | null;
  voyage?: string | null;
  to?: string | null;
  discharge?: string | null;
  etd?: string | null;
  eta?: string | null;
}

const ship = (name: string, { yard, yardDay, from, line, to, discharge, ...same }: ShipOptions) =>
  withPortal(async ({ db }) => {
    const change = shippingChange.safeParse({
      ...same,
      ...{ stockYard: yard, yardArrivalEta: yardDay, exportPort: from },
      ...{ shippingLine: line, destination: to, dischargePort: discharge },
    });
    if (!change.success) throw new Complaint('A name is too long or empty: give at most 40 to 80 characters, or none.');
    if (Object.values(change.data).every((value) => value === undefined))
      throw new Complaint('Say what changes, for instance --etd 2026-11-28.');
    await setShipping(db, { purchaseId: parsePurchase(name), by, change: change.data });
    print(`${name}: shipping is saved.`);
  });

const addFile = (name: string, word: string, file: string, options: { name: string }) =>
  withPortal(async ({ db, documents }) => {
    const kind: DocumentKind = parseKind(word);
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new Complaint(`The file ${file} cannot be read (${error.code}): give another one.`);
    });
    const purchaseId = parsePurchase(name);
    const id = await addDocument(db, await documents(), { purchaseId, by, kind, name: options.name, content });
    print(`${name}: document ${id} is added.`);
  });

/** Status names of purchases on the command line. */
const STATUS_NAMES = [
  'processing',
  'domestic-transport',
  'waiting-ship',
  'waiting-loading',
  'in-transit',
  'delivered',
  'shipping-cancelled',
  'purchase-cancelled',
  'resale',
];

function parsePurchase(text: string): number {
  const purchaseId = purchaseNumber(text.toUpperCase());
  if (purchaseId === null) throw new InvalidArgumentError('Give the number of a purchase, such as P55.');
  return purchaseId;
}

function parseStatus(word: string): number {
  const status = STATUS_NAMES.indexOf(word);
  if (status < 0) throw new InvalidArgumentError(`Give one of: ${STATUS_NAMES.join(', ')}.`);
  return status;
}

const oneOf =
  <const T extends string>(known: readonly T[]) =>
  (word: string): T => {
    const found = known.find((name) => name === word);
    if (!found) throw new InvalidArgumentError(`Give one of: ${known.join(', ')}.`);
    return found;
  };

const parseFee = oneOf(FEE_KINDS);
const parseKind = oneOf(DOCUMENT_KINDS);
const parseDocumentKind = oneOf(CHECKLIST_DOCUMENTS);

/** `none` removes the value. */
function parseDay(text: string): string | null {
  if (text === 'none') return null;
  if (!dayParam.safeParse(text).success) throw new InvalidArgumentError('Give a day such as 2026-12-24, or none.');
  return text;
}

function parseYen(text: string): number {
  const digits = text.replaceAll(/(?<=\d)[,_ ](?=\d{3})/g, '');
  if (!/^\d{1,9}$/.test(digits)) throw new InvalidArgumentError('Give whole yen, at most 999999999.');
  return Number(digits);
}
