import { runServer } from '@seri/server/run-server.ts';
import { standIns } from './stand-ins.ts';

await runServer(standIns);
