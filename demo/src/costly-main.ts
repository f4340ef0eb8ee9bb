import { runCostly } from '@seri/server/run-costly.ts';
import { standIns } from './stand-ins.ts';

await runCostly(standIns);
