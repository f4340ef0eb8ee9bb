import { builtOf, type FactsByOrigin, resolveFacts } from '@seri/contract/lots/facts.ts';
import type { DetailsRow } from './details-queries.ts';

/** Year and month of build of a purchased vehicle: a manager's, otherwise those of the auction list. */
export const builtOfRow = (row: DetailsRow) => builtOf(row, resolveFacts(row.facts as FactsByOrigin));
