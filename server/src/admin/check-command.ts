import type { Command } from 'commander';
import { findBrokenInvariants } from '../bids/audit-log/check-invariants-queries.ts';
import { compareLedger } from '../payments/check-ledger-queries.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { print } from './print.ts';

/** Checks bids and money as after every test: reads one snapshot of a running portal and changes nothing. */
export function checkCommand(check: Command): void {
  check
    .description(
      'Checks bids, groups, orders and money against their rules, and the bid log by its hash chains and by replay.',
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
      }),
    );
}
