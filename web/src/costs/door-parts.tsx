import { type Costing, costingFor, type DoorEstimate } from '@seri/contract/costs/estimate.ts';
import { t } from '../shell/i18n/i18n.ts';
import { inCurrency, inReaderLanguage } from './cost-texts.ts';
import type { CostTableHead, LotCosts } from './queries.ts';

/** The rules selected for a lot on its way to the reader's door; null without a table or a destination. */
export function costingOf({ table, vehicle, door, auctionDay }: LotCosts): Costing | null {
  const { destination, buyer } = door;
  return table && destination !== null ? costingFor(table, { vehicle, destination, buyer, auctionDay }) : null;
}

/** One amount, a range, or a minimum without a known limit. */
export function totalText(
  { leastYen, mostYen }: Pick<DoorEstimate, 'leastYen' | 'mostYen'>,
  currency: string,
  { rates }: Pick<CostTableHead, 'rates'>,
): string {
  const least = inCurrency(leastYen, currency, rates);
  if (mostYen === null) return t('costs.from', { amount: least });
  return leastYen === mostYen ? least : t('costs.range', { least, most: inCurrency(mostYen, currency, rates) });
}

/** Link to the document a rule was read in. */
export function Source({ table, code }: { table: CostTableHead; code: string }) {
  const source = table.sources.find((one) => one.code === code);
  if (!source) return null;
  const title = inReaderLanguage(source.title);
  if (source.address === '') return <span className="quiet">{title}</span>;
  return (
    <a href={source.address} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}
