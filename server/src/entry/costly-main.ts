import { runCostly } from '../compose/run-costly.ts';

await runCostly(null);
