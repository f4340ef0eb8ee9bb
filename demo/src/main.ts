import { runPortal } from '@seri/server/run-portal.ts';
import { demonstration } from './demonstration.ts';

await runPortal(demonstration);
