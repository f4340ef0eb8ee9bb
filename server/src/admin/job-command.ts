import type { Command } from 'commander';
import { JOB_NAMES, jobOf, QUEUES } from '../platform/jobs/jobs.ts';
import { exampleText } from './accounts/user-commands.ts';
import { countJobs, type JobCount } from './job-queries.ts';
import { withPortal } from './portal.ts';
import { moment, say, table } from './print.ts';

const HEAD = ['job', 'when (UTC)', 'queue', 'attempts', 'waiting', 'running', 'failed', 'next', 'what it does'];
const NONE: Omit<JobCount, 'name'> = { waiting: 0, running: 0, failed: 0, nextAt: null };

/** Prints the table of background jobs with their queue lengths. */
export function jobCommand(jobs: Command): void {
  jobs
    .description('All background jobs: when they run, in which queue, with how many attempts, and the queue lengths.')
    .addHelpText('after', exampleText(['npm run admin -- jobs']))
    .action(() =>
      withPortal(async ({ db }) => {
        const counts = new Map((await countJobs(db)).map((count) => [count.name, count]));
        say(
          table(
            HEAD,
            JOB_NAMES.map((name) => rowOf(name, counts.get(name) ?? { name, ...NONE })),
          ),
        );
        say('A queue with a * runs one such job at a time, whatever the number of workers.');
      }),
    );
}

function rowOf(name: (typeof JOB_NAMES)[number], { waiting, running, failed, nextAt }: JobCount): string[] {
  const { cron, onDemand, queue, serial, attempts, does } = jobOf(name);
  const when = [cron, cron === null || onDemand ? 'on demand' : null].filter((part) => part !== null).join(', ');
  const place = `${queue} (${QUEUES[queue].concurrency})${serial ? ' *' : ''}`;
  return [name, when, place, String(attempts), String(waiting), String(running), String(failed), moment(nextAt), does];
}
