import { startServing } from '../entry/serve.ts';
import { builtWeb } from '../platform/process/build-web.ts';
import { ConfigError, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import type { DemonstrationAdapters } from './demonstration.ts';

/** A load balancer that polls /readyz each second has removed this process by then (deploy/haproxy.cfg). */
const NOTICE_MS = 4_000;

/** Runs one stateless server process on an existing database. Any number may run in parallel. */
export async function runServer(adapters: DemonstrationAdapters | null): Promise<void> {
  try {
    const { config, secrets } = readConfig();
    if (!config.databaseUrl) throw new ConfigError('DATABASE_URL is needed to run a server process of its own');
    const log = createLog('server', config.logLevel);
    if (config.folderWarning) log.warn(config.folderWarning);
    const serving = await startServing({
      config,
      secrets,
      databaseUrl: config.databaseUrl,
      log,
      webDist: builtWeb(),
      adapters,
    });
    process.stdout.write(`${serving.address}\n`);
    const stop = (noticeMs: number) => void serving.stop(noticeMs).then(() => process.exit(0));
    process
      .once('SIGTERM', () => stop(NOTICE_MS))
      .once('SIGINT', () => stop(0))
      .once('disconnect', () => stop(0));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
