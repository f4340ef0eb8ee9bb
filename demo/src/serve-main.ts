import { runServer } from '@seri/server/compose/run-server.ts';
import { standIns } from './stand-ins.ts';

await runServer(standIns);
