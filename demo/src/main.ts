import { runPortal } from '@seri/server/compose/run-portal.ts';
import { demonstration } from './demonstration.ts';

await runPortal(demonstration);
