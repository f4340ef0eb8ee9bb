import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';

/** What the agent may add to a bid; nothing at all for a reader without `adjustmentPriceShow`, who is not sent it. */
export function Overbid({ yen }: { yen: number | undefined }) {
  if (yen === undefined) return null;
  return <span>{yen > 0 ? <Money yen={yen} signed /> : t('bids.row.noOverbid')}</span>;
}
