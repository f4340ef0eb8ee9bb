import { parseCrontab } from 'graphile-worker';
import { expect, test } from 'vitest';
import { crontabOf, JOB_NAMES, jobOf, QUEUES, type Queue } from './jobs.ts';

const queues = Object.keys(QUEUES) as Queue[];

test('every job with a time is in the crontab of its queue, and no other', () => {
  for (const queue of queues) {
    const timed = JOB_NAMES.filter((name) => jobOf(name).queue === queue && jobOf(name).cron !== null);
    expect(parseCrontab(crontabOf(queue)).map(({ task }) => task)).toEqual(timed);
  }
});

test('a cron run waits in the queue of its job, once, with the attempts of the table', () => {
  const [ledger] = parseCrontab(crontabOf('main')).filter(({ task }) => task === 'check_ledger');
  expect(ledger?.options).toMatchObject({
    maxAttempts: jobOf('check_ledger').attempts,
    queueName: 'check_ledger',
    jobKey: 'cron:check_ledger',
    backfillPeriod: 24 * 3_600_000,
  });
});
