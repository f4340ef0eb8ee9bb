import { runWorker } from '../compose/run-worker.ts';

await runWorker(null);
