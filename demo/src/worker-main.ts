import { runWorker } from '@seri/server/run-worker.ts';
import { standIns } from './stand-ins.ts';

await runWorker(standIns);
