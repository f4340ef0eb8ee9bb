import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { useNow } from '../../shell/i18n/clock.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { stateText } from '../../shell/lot-state.tsx';
import { useSettings } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import { Callout } from '../core/callout.tsx';
import css from '../core/dialogs.module.css';
import { GroupRow } from '../core/group-field.tsx';
import { LotBrief } from '../core/lot-brief.tsx';
import { bidQueries } from '../core/queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import type { BidAttempt, BidFlow } from '../core/use-bid-flow.ts';

interface ConfirmBidProps {
  lot: BidLot;
  flow: BidFlow;
  attempt: BidAttempt;
  /** Highest amount that passes, fetched when the dialog opened; null without a credit check. */
  allowYen: number | null;
}

export function ConfirmBid({ lot, flow, attempt, allowYen }: ConfirmBidProps) {
  const rule = useSettings()?.bidRule ?? 'highest';
  const { bidAdjustmentPrice } = lot.bidInfo;
  const isOrder = lot.lotType === 'stock';
  const isOver = allowYen !== null && attempt.amountYen > allowYen;
  const [isOffline, setIsOffline] = useState(false);
  // Never kept for later: by then the price or the closing time may be another one.
  const confirm = () => {
    setIsOffline(!navigator.onLine);
    if (navigator.onLine) flow.confirm(attempt);
  };
  return (
    <>
      <LotBrief lot={lot} />
      {isOrder ? <OrderFigures lot={lot} attempt={attempt} /> : <Figures lot={lot} attempt={attempt} />}
      <p className={css.note}>
        {isOrder ? t('bids.stock.rule') : t(rule === 'first' ? 'bids.rule.first' : 'bids.rule.highest')}
      </p>
      <label className={css.terms}>
        <input
          type="checkbox"
          checked={flow.terms}
          disabled={flow.isPlacing}
          data-autofocus
          onChange={(event) => flow.setTerms(event.currentTarget.checked)}
        />
        <span>
          {isOrder ? t('bids.order.terms') : t('PlaceBid.Terms', { amount: groupThousands(bidAdjustmentPrice) })}
        </span>
      </label>
      {isOver && (
        <div className={css.error}>
          <Callout tone="red">{t('bids.confirm.overLimit', { amount: groupThousands(allowYen) })}</Callout>
        </div>
      )}
      {isOffline && (
        <div className={css.error}>
          <Callout tone="red" role="alert">
            {t('bids.offline')}
          </Callout>
        </div>
      )}
      {!isOffline && flow.placeFailure && (
        <div className={css.error}>
          <PlaceFailure error={flow.placeFailure} />
        </div>
      )}
      <div className={css.two}>
        <ActionButton kind="plain" size="lg" onClick={flow.close} disabled={flow.isPlacing}>
          {t('bids.confirm.back')}
        </ActionButton>
        <ActionButton kind="bid" size="lg" loading={flow.isPlacing} disabled={!flow.terms || isOver} onClick={confirm}>
          <span className={css.money}>
            {t(isOrder ? 'bids.order.button' : 'bids.confirm.button', { amount: groupThousands(attempt.amountYen) })}
          </span>
        </ActionButton>
      </div>
    </>
  );
}

/** Without an answer it is unknown whether the bid arrived; the same key makes a retry safe. */
function PlaceFailure({ error }: { error: ApiError }) {
  const isDecided = error.status >= 400 && error.status < 500;
  if (isDecided) return <RefusalNote error={error} title={t('bids.why.refused')} />;
  return (
    <Callout tone="amber" role="alert" title={t('bids.why.noAnswer')}>
      {errorText(error)} {t('bids.why.onlyOnce')}
    </Callout>
  );
}

const OrderFigures = ({ lot, attempt }: { lot: BidLot; attempt: BidAttempt }) => (
  <DataList>
    <DataRow label={t('bids.stock.price')}>
      <Money yen={attempt.amountYen} className={css.large} />
    </DataRow>
    <DataRow label={t('bids.cost.withFees')}>
      <Money yen={attempt.amountYen + lot.bidInfo.feesYen} />
    </DataRow>
  </DataList>
);

function Figures({ lot, attempt }: { lot: BidLot; attempt: BidAttempt }) {
  const nowMs = useNow();
  const { bidAdjustmentPrice, feesYen, biddingDeadline } = lot.bidInfo;
  const { data: types = [] } = useQuery(bidQueries.types(attempt.client !== null));
  const exportType = types.find((type) => type.value === attempt.exportType)?.label;
  const maxYen = attempt.amountYen + bidAdjustmentPrice;
  return (
    <DataList>
      {attempt.client && <DataRow label={t('bids.filter.client')}>{attempt.client.name}</DataRow>}
      <DataRow label={t('bids.form.amount')}>
        <Money yen={attempt.amountYen} className={css.large} />
      </DataRow>
      <DataRow label={t('bids.cost.overbidShort')}>
        <Money yen={bidAdjustmentPrice} signed />
      </DataRow>
      <DataRow label={t('bids.cost.atMost')}>
        <b>
          <Money yen={maxYen} />
        </b>
      </DataRow>
      <DataRow label={t('bids.cost.withFees')}>
        <Money yen={maxYen + feesYen} />
      </DataRow>
      {attempt.group !== null && <GroupRow value={attempt.group} userId={attempt.client?.userId ?? null} />}
      {exportType && <DataRow label={t('bids.confirm.exportType')}>{exportType}</DataRow>}
      <DataRow label={t('bids.confirm.closesIn')}>
        <TimeLeft phrase to={biddingDeadline} now={nowMs} ended={stateText('closed')} />
      </DataRow>
    </DataList>
  );
}
