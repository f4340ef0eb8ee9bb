import { join } from 'node:path';
import { type SupervisedChild, superviseChild } from '../platform/process/child.ts';
import { type Config, messengerVariables, portalAddress, type Secrets } from '../platform/process/config.ts';
import type { Log } from '../platform/process/log.ts';

export interface ChildProcessOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Log;
}

/** Starts the worker process beside the server: it delivers orders and emails, imports the inbox, books wins. */
export function startWorkerProcess(
  { config, secrets, databaseUrl, log }: ChildProcessOptions,
  agent: { url: string; secret: string } | null,
  program = join(import.meta.dirname, '..', 'entry', 'worker-main.ts'),
): SupervisedChild {
  return superviseChild({
    name: 'worker',
    file: program,
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: config.dataDir,
      LOG_LEVEL: config.logLevel,
      SECRET_KEY: secrets.secretKey,
      PUBLIC_URL: portalAddress(config),
      SMTP_URL: secrets.smtpUrl ?? '',
      MAIL_FROM: config.mailFrom ?? '',
      AGENT_WEBHOOK_URL: agent?.url ?? '',
      AGENT_WEBHOOK_SECRET: agent?.secret ?? '',
      ...messengerVariables(secrets.messengers),
      WEBHOOKS_INSIDE: config.webhooksInside ? '1' : '0',
    },
    log,
  });
}
