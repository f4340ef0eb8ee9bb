import { amountError } from '@seri/contract/bids/rules.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import css from '../core/dialogs.module.css';
import { LotBrief } from '../core/lot-brief.tsx';
import type { BidAttempt } from '../core/use-bid-flow.ts';
import { ManagerContact } from '../lists/manager-contact.tsx';

interface CreditLimitProps {
  lot: BidLot;
  attempt: BidAttempt;
  allowYen: number;
  onPlace: (amountYen: number) => void;
  onChangeAmount: () => void;
  isChecking: boolean;
}

/** Insufficient limit: the allowed amount, the missing amount, and all options. */
export function CreditLimit({ lot, attempt, allowYen, onPlace, onChangeAmount, isChecking }: CreditLimitProps) {
  const { activeBids } = useSession().balanceInfo;
  const depositYen = useSettings()?.depositYen;
  // A fixed price is paid in full or not at all.
  const isOrder = lot.lotType === 'stock';
  const canPlaceLess = !isOrder && amountError(allowYen, lot.bidInfo.startPrice) === null;
  return (
    <>
      <LotBrief lot={lot} />
      <p className={css.text}>{t('CreditLimit.Text', { amount: groupThousands(allowYen) })}</p>
      <DataList>
        <DataRow label={t(isOrder ? 'bids.stock.price' : 'bids.form.amount')}>
          <Money yen={attempt.amountYen} className={css.large} />
        </DataRow>
        <DataRow label={t('bids.cost.limit')}>
          <Money yen={allowYen} />
        </DataRow>
        <DataRow label={t('bids.credit.missing')}>
          <b className={css.missing} data-tone="red">
            <Money yen={attempt.amountYen - allowYen} />
          </b>
        </DataRow>
      </DataList>
      <p className={css.note}>
        {attempt.client === null && activeBids > 0 && `${t('bids.credit.active', { n: activeBids })} `}
        {depositYen !== undefined && t('Deposit.Text', { amount: groupThousands(depositYen) })}
      </p>
      <div className={css.stack}>
        {canPlaceLess && (
          <ActionButton size="lg" loading={isChecking} onClick={() => onPlace(allowYen)}>
            <span className={css.money}>{t('bids.credit.place', { amount: groupThousands(allowYen) })}</span>
          </ActionButton>
        )}
        <div className={css.halves}>
          <ManagerContact size="md" />
          <ActionButton kind="plain" size="md" onClick={onChangeAmount}>
            {t(isOrder ? 'bids.dialog.close' : 'bids.credit.change')}
          </ActionButton>
        </div>
      </div>
    </>
  );
}
