import { type CostRule, costRule } from '@seri/contract/costs/tables.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/** Returns the cost rules of a booked purchase (business-rules.md#cost-of-a-win), so that estimate and invoice agree. */
export async function bookedRules(db: Db | Tx, haulageYen: number): Promise<CostRule[]> {
  const { agentFeeYen } = await readSettings(db);
  return [
    costRule.parse({
      code: 'AGENT-FEE',
      kind: 'agentFee',
      fixed: agentFeeYen,
      note: { en: 'Fee of the company for each purchase', ru: 'Комиссия компании за покупку' },
    }),
    costRule.parse({
      code: 'HAULAGE',
      kind: 'haulage',
      fixed: haulageYen,
      note: { en: 'From the auction house to its port', ru: 'От аукциона до порта отправки' },
    }),
  ];
}
