import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type KeptChild, keepRunning } from './platform/child.ts';
import { type Config, portalAddress, type Secrets } from './platform/config.ts';
import type { Log } from './platform/log.ts';

interface CompanionOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Log;
}

/** The worker process beside the server: delivers orders and mails, imports what lies in the inbox, settles wins. */
export function startWorkerProcess(
  { config, secrets, databaseUrl, log }: CompanionOptions,
  agent: { url: string; secret: string } | null,
): KeptChild {
  return keepRunning({
    name: 'worker',
    file: join(import.meta.dirname, 'worker-main.ts'),
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
      WEBHOOKS_INSIDE: config.webhooksInside ? '1' : '0',
    },
    log,
  });
}

/** The demonstration's auction house as a process of its own, and the worker that sends its orders there. */
export function startDemonstrationHouse(options: CompanionOptions, houseArgs: string[] = []): KeptChild {
  const { config, secrets, log } = options;
  const secret = createHmac('sha256', secrets.secretKey).update('demonstration house').digest('base64url');
  const inbox = join(config.dataDir, 'inbox');
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  let worker: KeptChild | null = null;
  const house = keepRunning({
    name: 'demonstration auction house',
    file: join(import.meta.dirname, 'demo', 'auction-house.ts'),
    args: ['--inbox', inbox, '--state', join(config.dataDir, 'house'), ...houseArgs],
    env: { AGENT_WEBHOOK_SECRET: secret },
    log,
    onMessage: (message) => {
      const { port } = message as { port?: number };
      if (!port) return;
      // A house that was started again listens elsewhere, and the worker follows it.
      const before = worker;
      worker = null;
      void (before?.stop() ?? Promise.resolve()).then(() => {
        worker = startWorkerProcess(options, { url: `http://127.0.0.1:${port}/orders`, secret });
      });
    },
  });
  return {
    stop: async () => {
      await house.stop();
      await worker?.stop();
    },
  };
}
