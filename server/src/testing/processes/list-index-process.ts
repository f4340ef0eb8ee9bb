import { openListIndex } from '../../lots/list-index/list-index.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { LIST_PATIENCE_MS } from '../http/call-options.ts';

// A process that keeps a list index up to date until it is killed: node list-index-process.ts DATABASE_URL FOLDER
const [url = '', folder] = process.argv.slice(2);
const log = createLog('test', 'silent');
const index = openListIndex({ database: openDatabase(url, log), log, folder, patienceMs: LIST_PATIENCE_MS });
await index.current();
process.stdout.write('current\n');
for (;;) await index.current();
