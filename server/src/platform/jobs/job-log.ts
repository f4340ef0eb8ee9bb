import { Logger } from 'graphile-worker';
import type { Log } from '../process/log.ts';

interface Meta {
  job?: { id?: unknown; task_identifier?: unknown; attempts?: unknown };
  error?: unknown;
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;

/** Log of the job runner without payloads and error texts, since both may contain personal data. */
export const jobLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const { job, error } = (meta ?? {}) as Meta;
    const about = job && { id: job.id, task: job.task_identifier, attempts: job.attempts };
    log[LEVELS[level]](
      { job: about, ...kindOf(error) },
      job ? `a job of ${job.task_identifier}` : withoutDetails(message),
    );
  });

/** Enough to find the cause: the class of the error, its database code, its stack lines. */
function kindOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const { code } = error as { code?: unknown };
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, code, at: lines.map((line) => line.trim()).slice(0, 8) };
}

/** The first line of a message without a job; the rest may contain error texts. */
const withoutDetails = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/(error|failed)\b.*/is, '$1');
