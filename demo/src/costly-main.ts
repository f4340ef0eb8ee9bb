import { runCostly } from '@seri/server/compose/run-costly.ts';
import { demoAdapters } from './stand-ins.ts';

await runCostly(demoAdapters);
