import { bidWarnings, lowestBidYen } from '@seri/contract/bids/rules.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DoorBidPanel, showDoorBid } from '../../costs/door-bid-panel.tsx';
import { WinChance } from '../../lots/sales/win-chance-panel.tsx';
import { useNow } from '../../shell/i18n/clock.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { decisionTime, zonedTime } from '../../ui/data/japan-text.ts';
import { groupThousands } from '../../ui/theme/number-text.ts';
import type { BidLot } from '../core/bid-lot.ts';
import { Callout } from '../core/callout.tsx';
import { ofClient } from '../core/group-field.tsx';
import css from '../core/panel.module.css';
import { bidQueries, useSetGroup } from '../core/queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import { useBidDraft } from '../core/use-bid-draft.ts';
import { useBidFlow } from '../core/use-bid-flow.ts';
import { BidCosts, BidLimit, LimitRoom } from './bid-costs.tsx';
import { BidDialogs } from './bid-dialogs.tsx';
import { BidAmount, BidChoices } from './bid-fields.tsx';
import { BidReasons } from './bid-reasons.tsx';
import { blocksBid, reasonsToShow } from './panel-state.ts';

export function BidForm({ lot }: { lot: BidLot }) {
  const info = lot.bidInfo;
  const nowMs = useNow();
  const draft = useBidDraft(lot);
  // Server's conditions before an amount is typed; absent while loading or unreachable.
  const clientId = draft.client?.userId ?? null;
  const isKnown = !draft.isStaff || clientId !== null;
  const { data, isPending } = useQuery({ ...bidQueries.check(lot, draft.group, clientId), enabled: isKnown });
  const check = isKnown ? data : undefined;
  const setGroup = useSetGroup();
  const flow = useBidFlow(lot, { afterAttempt: draft.resetChoices, afterSuccess: draft.resetAmount });
  const [isImportBlocked, setImportBlocked] = useState(false);
  const lowestYen = check?.minAmount ?? lowestBidYen(info.startPrice);
  const reasons = reasonsToShow(check?.reasons ?? [], {
    amountYen: draft.amountYen,
    allowedYen: check?.allowedAmount ?? null,
    ownYen: info.myBid ? info.myBidAmount : null,
    cancelUntilMs: Date.parse(info.cancelUntil),
    nowMs,
  });

  const press = () => {
    const attempt = draft.complete();
    if (attempt) flow.open(attempt);
  };

  return (
    <form
      noValidate
      className={css.body}
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <BidAmount lot={lot} draft={draft} lowestYen={lowestYen} />
      {lot.lotType !== 'stock' && (
        <WinChance
          pageType={lot.pageType}
          lotId={lot.id}
          hasPrice={Boolean(info.price)}
          amountYen={draft.amountYen}
          startYen={info.startPrice}
          onAmount={draft.setAmountYen}
        />
      )}
      <BidCosts amountYen={draft.amountYen} info={info} />
      {check ? (
        typeof check.allowedAmount === 'number' && (
          <BidLimit amountYen={draft.amountYen} limitYen={check.allowedAmount} exposureYen={check.exposure} />
        )
      ) : (
        <LimitRoom isExpected={isPending && !draft.isStaff} />
      )}
      <BidChoices draft={draft} />
      {!isKnown && <p className="quiet small">{t('bids.staff.noneChosen')}</p>}
      <div className={css.action}>
        <DoorBidPanel
          pageType={lot.pageType}
          lotId={lot.id}
          amountYen={draft.amountYen}
          isAsked={flow.isImportRefused}
          isAccepted={draft.importAccepted}
          onAccept={draft.setImportAccepted}
          onBlock={setImportBlocked}
        />
        <Warnings amountYen={draft.amountYen} lot={lot} />
        <BidReasons
          reasons={reasons}
          lowestYen={lowestYen}
          onSetAmount={draft.setAmountYen}
          onSetCars={(cars) =>
            draft.group !== null && setGroup.mutate({ value: draft.group, cars, ...ofClient(clientId) })
          }
        />
        {flow.checkFailure && <RefusalNote error={flow.checkFailure} />}
        {isImportBlocked && !draft.isStaff && <ImportBlocked />}
        <ActionButton
          kind="bid"
          size="lg"
          type="submit"
          fullWidth
          loading={flow.isChecking}
          disabled={reasons.some(blocksBid) || (isImportBlocked && !draft.isStaff)}
        >
          {draft.client ? t('PlaceBid.PlaceFor', { name: draft.client.name }) : t('PlaceBid.Place')}
        </ActionButton>
        {reasons.length === 0 && !draft.isStaff && <BidChecks lot={lot} nowMs={nowMs} />}
        <Rule lot={lot} nowMs={nowMs} />
      </div>
      <BidDialogs lot={lot} flow={flow} onChangeAmount={draft.focusAmount} />
    </form>
  );
}

/** On a phone the verdict is often below what the sheet shows, while the button that it disables is in sight. */
const ImportBlocked = () => (
  <button type="button" className={css.importBlocked} onClick={showDoorBid}>
    {t('bids.importBlocked')}
  </button>
);

function Warnings({ amountYen, lot }: { amountYen: number | null; lot: BidLot }) {
  const { startPrice, averagePrice } = lot.bidInfo;
  const facts = { startPriceYen: startPrice, averagePriceYen: averagePrice };
  return bidWarnings({ amountYen: amountYen ?? undefined, lot: facts }).map(({ messageCode, details }) => (
    <Callout key={messageCode} tone="amber" role="status">
      {t(messageCode === 'Bid.ExtraZero' ? 'bids.warn.extraZero' : 'bids.warn.threeTimes', {
        amount: groupThousands(Number(details?.average ?? 0)),
      })}
    </Callout>
  ));
}

/** Rule for equal bids, and the deadline for cancelling that applied. */
function Rule({ lot, nowMs }: { lot: BidLot; nowMs: number }) {
  const rule = useSettings()?.bidRule ?? 'highest';
  const { cancelUntil } = lot.bidInfo;
  const ended = nowMs >= Date.parse(cancelUntil);
  return (
    <p className="quiet small">
      {t(rule === 'first' ? 'bids.rule.first' : 'bids.rule.highest')}{' '}
      {ended && t('bids.rule.cancelEnded', { time: zonedTime(cancelUntil) })}
    </p>
  );
}

interface BidChecksProps {
  lot: BidLot;
  nowMs: number;
}

/** The bidding conditions, shown in place of the refusal reasons. */
function BidChecks({ lot, nowMs }: BidChecksProps) {
  const { permissions, balanceInfo } = useSession();
  const { myBid, myBidAmount, cancelUntil } = lot.bidInfo;
  const raiseOnly = nowMs >= Date.parse(cancelUntil);
  const limited = permissions.dailyBidLimitCheck && balanceInfo.dailyBidLimit !== UNLIMITED;
  return (
    <ul className={css.checks}>
      {limited && <Check>{t('bids.check.leftToday', { n: balanceInfo.dailyBidLimit })}</Check>}
      {myBid && myBidAmount !== null && (
        <Check>{t('bids.check.replaces', { amount: groupThousands(myBidAmount) })}</Check>
      )}
      {raiseOnly ? (
        <Check tone="amber">{t('bids.check.raiseOnly')}</Check>
      ) : (
        <Check>{t('bids.check.cancelUntil', { time: decisionTime(cancelUntil) })}</Check>
      )}
    </ul>
  );
}

function Check({ tone, children }: { tone?: 'amber'; children: string }) {
  const Icon = tone === 'amber' ? IconInfoCircle : IconCheck;
  return (
    <li data-tone={tone}>
      <Icon size={20} stroke={1.5} aria-hidden />
      {children}
    </li>
  );
}
