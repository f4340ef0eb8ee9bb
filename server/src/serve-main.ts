import { builtWeb } from './platform/build-web.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { startServing } from './serve.ts';

// One stateless server process on an existing database: run as many as the load asks for.
try {
  const { config, secrets } = readConfig();
  if (!config.databaseUrl) throw new ConfigError('DATABASE_URL is needed to run a server process of its own');
  const log = createLog('server', config.logLevel);
  const serving = await startServing({ config, secrets, databaseUrl: config.databaseUrl, log, webDist: builtWeb() });
  process.stdout.write(`${serving.address}\n`);
  const stop = () => void serving.stop().then(() => process.exit(0));
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
