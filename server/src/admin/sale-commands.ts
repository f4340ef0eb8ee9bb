import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { isYearAgo } from '../flows/lots/old-sales-queries.ts';
import { type Removal, removeOldSales, type Survey, surveyOldSales } from '../flows/lots/remove-old-sales.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { findOpenAlarms, type OpenAlarm, releaseSource } from '../prices/alarm-queries.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { type Portal, withPortal } from './portal.ts';
import { amount, print, table } from './print.ts';
import { parseCount } from './values.ts';

const SALE_BATCH_SIZE = '500';
const PROGRESS_EVERY_MS = 2_000;

interface RemoveOptions {
  before: string;
  atOnce: number;
  yes?: true;
}

/** The operator decides how long sales are kept; nothing is deleted automatically. */
export function saleCommands(sales: Command): void {
  sales
    .command('release')
    .summary('counts the sales of a source again whose prices moved away from all estimates; without it: lists them')
    .argument('[source]', 'name of the source')
    .addHelpText('after', exampleText(['npm run admin -- sales release', 'npm run admin -- sales release acme']))
    .action((source: string | undefined) =>
      withPortal(async ({ db }) => {
        if (source === undefined) {
          printAlarms(await findOpenAlarms(db));
          return;
        }
        const released = await releaseSource(db, source);
        if (released === 0)
          throw new Complaint(`No source "${source}" is stopped. See: npm run admin -- sales release`);
        await addJob(db, 'refit_prices', {}, { key: 'refit_prices' });
        print(`The sales of ${source} count again; the price model is fitted in the background.`);
      }),
    );
  sales
    .command('remove')
    .summary('unused past sales before a day, with their photos; only prints their number without --yes')
    .requiredOption('--before <day>', 'day in Japan, at least a year ago: 2020-01-01', parseDay)
    .option('--at-once <sales>', 'sales in a transaction', parseCount, parseCount(SALE_BATCH_SIZE))
    .option('--yes', 'remove them')
    .addHelpText(
      'after',
      exampleText([
        'npm run admin -- sales remove --before 2020-01-01',
        'npm run admin -- sales remove --before 2020-01-01 --yes',
      ]),
    )
    .action((options: RemoveOptions) =>
      withPortal(async (portal) => {
        const { before, yes } = options;
        if (!(await isYearAgo(portal.db, before)))
          throw new Complaint(`${before} is less than a year ago: statistics use the last year, give an earlier day.`);
        if (yes) return remove(portal, options);
        printPreview(await surveyOldSales(portal.db, before), before);
      }),
    );
}

function printAlarms(alarms: readonly OpenAlarm[]): void {
  if (alarms.length === 0) {
    print('All sources count.');
    return;
  }
  print(
    table(
      ['source', 'vehicle', 'since', 'sales', 'of the estimate'],
      alarms.map(({ source, vehicle, firstDay, sales, ratio }) => [
        ...[source, vehicle, firstDay, amount(sales)],
        `${Math.round(ratio * 100)} %`,
      ]),
    ),
  );
}

function printPreview({ byYear, removable, retained }: Survey, before: string): void {
  if (removable > 0)
    print(
      table(
        ['year', 'sales', 'photos'],
        [...byYear]
          .sort(([a], [b]) => a - b)
          .map(([year, { sales, photos }]) => [String(year), amount(sales), amount(photos)]),
      ),
    );
  print(
    `${amount(removable)} sales before ${before} would be removed; ${retained === 0 ? 'none is retained' : staying(retained)}.`,
  );
  if (removable > 0) print('Nothing was removed. To remove them, take a backup and add --yes.');
}

async function remove({ db, photos }: Portal, { before, atOnce }: RemoveOptions): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  let saidAt = Date.now();
  try {
    const done = await removeOldSales(db, {
      before,
      batchSize: atOnce,
      store: await photos(),
      signal: stopping.signal,
      onProgress: (removal) => {
        if (Date.now() - saidAt < PROGRESS_EVERY_MS) return;
        saidAt = Date.now();
        print(`… ${wordsFor(removal)}`);
      },
    });
    print(`${wordsFor(done)} removed${done.retained > 0 ? `; ${staying(done.retained)}` : ''}.`);
    if (!done.isComplete) throw new Complaint('Stopped before the end: the same command continues from there.');
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

const staying = (stays: number): string =>
  `${amount(stays)} stay${stays === 1 ? 's' : ''}, as somebody has something to do with ${stays === 1 ? 'it' : 'them'}`;

const wordsFor = ({ sales, photos, readings }: Removal): string =>
  `${amount(sales)} sales, ${amount(photos)} photos and ${amount(readings)} read sheets`;

function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success || text.startsWith('0'))
    throw new InvalidArgumentError('Give a day such as 2020-01-01.');
  return text;
}
