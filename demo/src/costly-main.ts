import { runCostly } from '@seri/server/compose/run-costly.ts';
import { standIns } from './stand-ins.ts';

await runCostly(standIns);
