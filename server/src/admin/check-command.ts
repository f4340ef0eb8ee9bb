import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { findBrokenInvariants } from '../bids/audit-log/check-invariants-queries.ts';
import { type Comparison, findComparisons, requestComparison } from '../lots/list-index/comparison-queries.ts';
import { compareLedger } from '../payments/check-ledger-queries.ts';
import type { Db } from '../platform/db/db.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { amount, print } from './print.ts';

/** Checks bids and money as after every test: reads one snapshot of a running portal and changes nothing. */
export function checkCommand(check: Command): void {
  check
    .description(
      'Checks bids, groups, orders and money against their rules, the bid log by its hash chains and by replay, and the lists of each running server against the database.',
    )
    .addHelpText('after', exampleText(['npm run admin -- check']))
    .action(() =>
      withPortal(async ({ db }) => {
        const broken = [...(await findBrokenInvariants(db)), ...(await compareLedger(db)).faults];
        if (broken.length > 0)
          throw new Complaint(
            `${broken.join('\n')}\nFaults found: copy the database before you change anything by hand.`,
          );
        print('No faults: bids, groups, orders, ledger and the bid log agree.');
        printComparisons(await compareLists(db));
      }),
    );
}

/** A server reads changes, and with them a request, once a second. */
const ANSWER_MS = 5_000;
const POLL_MS = 250;

/** Asks the running servers to compare their lists with the database, and waits until all that began have finished. */
async function compareLists(db: Db): Promise<Comparison[]> {
  const requestId = await requestComparison(db);
  const startedMs = Date.now();
  for (;;) {
    await sleep(POLL_MS);
    const comparisons = await findComparisons(db, requestId);
    if (Date.now() - startedMs >= ANSWER_MS && comparisons.every(({ isFinished }) => isFinished)) return comparisons;
  }
}

function printComparisons(comparisons: readonly Comparison[]): void {
  if (comparisons.length === 0) {
    print('Lists: not compared, as no running server has opened its lists yet.');
    return;
  }
  const wrong = comparisons.filter(({ differentLots }) => differentLots !== 0);
  for (const { process, differentLots } of wrong)
    print(
      differentLots === null
        ? `Lists of ${process}: could not be compared; its log has the cause.`
        : `Lists of ${process}: ${amount(differentLots)} lots differed from the database and were read again.`,
    );
  if (wrong.length > 0) throw new Complaint('Lists differed: please report this with the log of the server.');
  print(
    `Lists: ${comparisons.length === 1 ? 'one server agrees' : `${comparisons.length} servers agree`} with the database.`,
  );
}
