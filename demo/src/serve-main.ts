import { runServer } from '@seri/server/compose/run-server.ts';
import { demoAdapters } from './stand-ins.ts';

await runServer(demoAdapters);
