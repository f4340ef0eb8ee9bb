import { runWorker } from '@seri/server/compose/run-worker.ts';
import { demoAdapters } from './stand-ins.ts';

await runWorker(demoAdapters);
