import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'demo-data', 'costs.json');

/** A table of costs as a company may have it: the demonstration's. */
export const readCostTable = (): CostTable => costTable.parse(JSON.parse(readFileSync(FILE, 'utf8')));
