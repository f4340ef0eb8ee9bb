import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';

/** Additional amount the agent may bid; nothing for readers without `adjustmentPriceShow`, whose answers omit it. */
export function Overbid({ yen }: { yen: number | undefined }) {
  if (yen === undefined) return null;
  return <span>{yen > 0 ? <Money yen={yen} signed /> : t('bids.row.noOverbid')}</span>;
}
