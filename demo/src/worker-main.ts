import { runWorker } from '@seri/server/compose/run-worker.ts';
import { standIns } from './stand-ins.ts';

await runWorker(standIns);
