import { runCostly } from './run-costly.ts';

await runCostly(null);
