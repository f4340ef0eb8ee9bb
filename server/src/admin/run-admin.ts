import { Command, CommanderError } from 'commander';
import { JOB_NAMES, jobOf, QUEUES } from '../platform/jobs/jobs.ts';
import { accountCommands } from './accounts/account-commands.ts';
import { personalDataCommands } from './accounts/personal-data-commands.ts';
import { tokenCommands } from './accounts/token-commands.ts';
import { exampleText, userCommands } from './accounts/user-commands.ts';
import { checkCommand } from './check-command.ts';
import { companyCommands } from './company/company-commands.ts';
import { companyFileCommands } from './company/company-file-commands.ts';
import { webhookCommands } from './company/webhook-commands.ts';
import { errorSentence } from './complaint.ts';
import { costCommands } from './cost-commands.ts';
import { countJobs, type JobCount } from './job-queries.ts';
import { moneyCommands } from './money-commands.ts';
import { pictureCommands } from './picture-commands.ts';
import { withPortal } from './portal.ts';
import { moment, print, table } from './print.ts';
import { purchaseCommands } from './purchase-commands.ts';
import { saleCommands } from './sale-commands.ts';

/** Runs one command of the operator; returns the exit code. */
export async function runAdmin(words: readonly string[]): Promise<0 | 1> {
  const program = buildProgram();
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    process.stderr.write(`${failureText(error, namedCommand(program, words))}\n`);
    return 1;
  }
}

function buildProgram(): Command {
  const program = new Command('npm run admin --')
    .description('The operator’s commands. They work on a running portal, and apply at once.')
    .addHelpText(
      'after',
      '\nThe database is DATABASE_URL, or the portal running on DATA_DIR (default ./.data).\nExit code: 0 done, 1 refused.',
    );
  const user = program
    .command('user')
    .description('accounts: USER is a number, a client code (C-0017) or an email address');
  userCommands(user);
  accountCommands(user);
  personalDataCommands(user);
  const company = program.command('company').description('settings and pages of the company');
  companyCommands(company);
  companyFileCommands(company);
  tokenCommands(program.command('token').description('tokens of programs that call /v1/back-office'));
  moneyCommands(program.command('money').description('bookings for clients, and unassigned bank transfers'));
  checkCommand(program.command('check').summary('checks bids, money, the bid log and the lists'));
  jobCommand(program.command('jobs').summary('background jobs: schedule, queue, and queue length'));
  costCommands(program.command('costs').description('tables of freight, duty and fees for the landed cost of a lot'));
  purchaseCommands(
    program.command('purchase').description('purchases: PURCHASE is a number such as P55, as the client sees it'),
  );
  pictureCommands(program.command('pictures').description('pictures that the feed names by address'));
  saleCommands(program.command('sales').description('past sales: retention'));
  webhookCommands(
    program.command('webhook').description('external programs that receive events about purchases and payments'),
  );
  // Errors are printed in one place and in one format.
  for (const command of everyCommand(program))
    command
      .exitOverride()
      .configureOutput({ writeErr: () => {}, writeOut: (text) => void process.stdout.write(text) })
      .helpCommand(false);
  return program;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

interface Named {
  path: string[];
  command: Command;
}

function failureText(error: unknown, { path, command }: Named): string {
  if (!(error instanceof CommanderError)) return errorSentence(error);
  // Without a command, or with only a group: the list of commands.
  if (error.code === 'commander.help') return command.helpInformation();
  return `${errorSentence(error)}\nSee npm run admin -- ${[...path, '--help'].join(' ')}`;
}

/** Returns the command that the typed arguments name, as far as they match. */
function namedCommand(program: Command, words: readonly string[]): Named {
  const path: string[] = [];
  let command = program;
  for (const word of words) {
    const next = command.commands.find((known) => known.name() === word);
    if (!next) break;
    path.push(word);
    command = next;
  }
  return { path, command };
}

const HEAD = ['job', 'when (UTC)', 'queue', 'attempts', 'waiting', 'running', 'failed', 'next', 'what it does'];
const NONE: Omit<JobCount, 'name'> = { waiting: 0, running: 0, failed: 0, nextAt: null };

/** Prints the table of background jobs with their queue lengths. */
function jobCommand(jobs: Command): void {
  jobs
    .description('All background jobs: when they run, in which queue, with how many attempts, and the queue lengths.')
    .addHelpText('after', exampleText(['npm run admin -- jobs']))
    .action(() =>
      withPortal(async ({ db }) => {
        const counts = new Map((await countJobs(db)).map((count) => [count.name, count]));
        print(
          table(
            HEAD,
            JOB_NAMES.map((name) => rowOf(name, counts.get(name) ?? { name, ...NONE })),
          ),
        );
        print('A queue with a * runs one such job at a time, whatever the number of workers.');
      }),
    );
}

function rowOf(name: (typeof JOB_NAMES)[number], { waiting, running, failed, nextAt }: JobCount): string[] {
  const { cron, onDemand, queue, serial, attempts, does } = jobOf(name);
  const when = [cron, cron === null || onDemand ? 'on demand' : null].filter((part) => part !== null).join(', ');
  const place = `${queue} (${QUEUES[queue].concurrency})${serial ? ' *' : ''}`;
  return [name, when, place, String(attempts), String(waiting), String(running), String(failed), moment(nextAt), does];
}
