import { type CostRule, costRule } from '@seri/contract/costs/tables.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/** What a purchase is booked with (business-rules.md#cost-of-a-win): the estimate and the invoice agree on these. */
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
