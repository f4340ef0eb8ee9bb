import { PICTURE_FAILURES, type PictureFailure } from '@seri/contract/photos/failures.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { forgetPictures } from '../photos/fetch/remove-pictures.ts';
import { readSources } from '../photos/status/read-sources.ts';
import { fetchAgain } from '../photos/status/status-queries.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { amount, moment, print, table } from './print.ts';

interface Selection {
  source?: string;
  lot?: number;
  failure?: PictureFailure;
}

/** Pictures that the feed names by address: progress, another attempt, removal. */
export function pictureCommands(pictures: Command): void {
  pictures
    .command('status')
    .summary('photos and sheets of each source: stored, waiting and failed, with causes')
    .addHelpText('after', exampleText(['npm run admin -- pictures status']))
    .action(() => withPortal(async ({ db }) => printStatus(await readSources(db))));

  pictures
    .command('fetch')
    .summary('fetches pictures again that have not come, for another day')
    .option('--source <source>', 'only those of this source')
    .option('--lot <id>', 'only those of this lot', parseId)
    .addOption(new Option('--failure <cause>', 'only those that failed for this reason').choices(PICTURE_FAILURES))
    .option('--stored', 'also ask whether stored pictures have changed')
    .addHelpText(
      'after',
      exampleText([
        'npm run admin -- pictures fetch --source uss --failure slow',
        'npm run admin -- pictures fetch --lot 1204 --stored',
      ]),
    )
    .action(({ source, lot, failure, stored }: Selection & { stored?: true }) =>
      withPortal(async ({ db }) => {
        const queued = await fetchAgain(db, { source, lotId: lot, failure, withStored: stored ?? false });
        print(`Pictures in the queue again: ${amount(queued)}.`);
      }),
    );

  pictures
    .command('forget')
    .summary('removes the fetched pictures of a lot or a source; they are not fetched again')
    .option('--source <source>', 'those of this source')
    .option('--lot <id>', 'those of this lot', parseId)
    .option('--yes', 'remove them')
    .addHelpText('after', exampleText(['npm run admin -- pictures forget --lot 1204 --yes']))
    .action(({ source, lot, yes }: Selection & { yes?: true }) =>
      withPortal(async ({ db, photos }) => {
        if ((source === undefined) === (lot === undefined)) throw new Complaint('Give either --lot or --source.');
        if (!yes) throw new Complaint('This removes pictures for good: add --yes.');
        const of = lot === undefined ? { source: source ?? '' } : { lotId: lot };
        print(`Pictures removed: ${amount(await forgetPictures({ db, store: await photos() }, of))}.`);
      }),
    );
}

function printStatus(sources: Awaited<ReturnType<typeof readSources>>): void {
  if (sources.length === 0) {
    print('No lot names a picture by address.');
    return;
  }
  const head = ['source', 'kind', 'stored', 'waiting', 'failed', 'last minute', 'paused until'];
  const rows = sources.flatMap(({ source, photos, sheets, lastMinute, pausedUntil }) =>
    [
      ['photos', photos, amount(lastMinute), moment(pausedUntil === null ? null : new Date(pausedUntil))] as const,
      ['sheets', sheets, '', ''] as const,
    ]
      .filter(([, counts]) => counts.all > 0)
      .map(([kind, { stored, waiting, failed }, speed, pause]) => [
        ...[source, kind, amount(stored), amount(waiting), amount(failed), speed, pause],
      ]),
  );
  print(table(head, rows));
  const failures = sources.flatMap(({ source, failures: own }) =>
    own.map(({ failure, pictures, again, nextAt }) => [
      ...[source, failure, amount(pictures), amount(again), moment(nextAt === null ? null : new Date(nextAt))],
    ]),
  );
  if (failures.length > 0) print(`\n${table(['source', 'cause', 'pictures', 'again', 'next attempt'], failures)}`);
}

function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Give the number of a lot, as in its address.');
  return Number(text);
}
