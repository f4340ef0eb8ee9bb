import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildProcessOptions, startWorkerProcess } from '@seri/server/compose/child-processes.ts';
import { type SupervisedChild, superviseChild } from '@seri/server/platform/process/child.ts';
import { demoAdapters } from '../stand-ins.ts';

/** The demonstration's auction houses in their own process, and the worker that sends them its orders. */
export function startDemonstrationHouse(options: ChildProcessOptions, houseArgs: string[] = []): SupervisedChild {
  const { config, secrets, log } = options;
  const secret = createHmac('sha256', secrets.secretKey).update('demonstration house').digest('base64url');
  const inbox = join(config.dataDir, 'inbox');
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  let worker: SupervisedChild | null = null;
  const house = superviseChild({
    name: 'demonstration auction house',
    file: join(import.meta.dirname, 'auction-house.ts'),
    args: ['--inbox', inbox, '--state', join(config.dataDir, 'house'), ...houseArgs],
    env: { AGENT_WEBHOOK_SECRET: secret },
    log,
    onMessage: (message) => {
      const { port } = message as { port?: number };
      if (!port) return;
      // A restarted process listens on another port, so the worker is restarted too.
      const before = worker;
      worker = null;
      void (before?.stop() ?? Promise.resolve()).then(() => {
        worker = startWorkerProcess(
          options,
          { url: `http://127.0.0.1:${port}/orders`, secret },
          demoAdapters.programs.worker,
        );
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
