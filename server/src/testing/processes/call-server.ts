import { buildPortal } from '../../compose/app.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { readConfig } from '../../platform/process/config.ts';
import { createLog } from '../../platform/process/log.ts';

// A server process with all calls but without pages and its process for costly work, which starts in half the time.
const { config, secrets } = readConfig();
const log = createLog('server', config.logLevel);
const database = openDatabase(config.databaseUrl ?? '', log);
const app = await buildPortal({ config, secrets, database, log, webDist: null });
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: config.port })}\n`);
process.once('disconnect', () => process.exit());
