import { doorTotal } from '@seri/contract/costs/estimate.ts';
import { isProhibited } from '@seri/contract/costs/verdicts.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { inReaderLanguage } from './cost-texts.ts';
import { costingOf, totalText } from './door-parts.tsx';
import css from './door-row.module.css';
import { costQueries, type LotCosts } from './queries.ts';
import { VerdictSign } from './verdict-sign.tsx';

/** The total at the likely price, as in the heading of the lot's page; null without a door, a table or a price. */
function totalOf(costs: LotCosts | undefined) {
  const costing = costs ? costingOf(costs) : null;
  return costs?.likelyYen && costing ? doorTotal(costs.likelyYen, costing) : null;
}

/** The totals of several lots at the reader's door, in their order. */
export function useDoorTotals(lots: readonly { pageType: PageType; id: string }[]) {
  return useQueries({ queries: lots.map(({ pageType, id }) => costQueries.lot(pageType, id)) }).map(({ data }) =>
    totalOf(data),
  );
}

/** Total and verdict of a lot at the reader's door. */
export function DoorTotalOfLot({ pageType, lotId }: { pageType: PageType; lotId: string }) {
  const { data } = useQuery(costQueries.lot(pageType, lotId));
  const total = totalOf(data);
  if (!data?.table || !total) return '–';
  const place = data.destinations.find(({ code }) => code === data.door.destination);
  const label = t(`costs.row.${total.verdict}`, { country: inReaderLanguage(place?.country ?? { en: '', ru: '' }) });
  return (
    <span className={css.figure}>
      <VerdictSign verdict={total.verdict} label={label} /> <b>{totalText(total, data.door.currency, data.table)}</b>
      {isProhibited(total.verdict) && <span className={`quiet small ${css.under}`}>{label}</span>}
    </span>
  );
}
