import { MAX_GROUP_CARS } from '@seri/contract/bids/groups.ts';
import type { RefusalDetails } from '@seri/contract/errors.ts';
import { type TextKey, t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { groupThousands } from '../../ui/theme/number-text.ts';
import { Callout } from '../core/callout.tsx';
import { ManagerContact } from '../lists/manager-contact.tsx';
import type { Reason } from './panel-state.ts';

interface ReasonText {
  title: TextKey;
  text: TextKey;
}

const TEXTS: Record<string, ReasonText> = {
  'Bid.Credit': { title: 'CreditLimit.Title', text: 'bids.why.credit' },
  'Bid.RaiseOnly': { title: 'bids.why.raiseOnly.title', text: 'bids.why.raiseOnly' },
  'Bid.LastHour': { title: 'bids.why.lastHour.title', text: 'bids.why.lastHour' },
  'Bid.GroupFull': { title: 'bids.why.groupFull.title', text: 'bids.why.groupFull' },
  'Bid.NotEditable': { title: 'bids.why.win.title', text: 'bids.why.win' },
};

interface BidReasonsProps {
  reasons: Reason[];
  lowestYen: number;
  onSetAmount: (amountYen: number) => void;
  /** True for an order at a fixed price, which cannot be lowered. */
  isOrder?: boolean;
  /** Sets the number of cars the group buys. */
  onSetCars?: (cars: number) => void;
}

/** Reasons for a refusal of this bid, each with its remedy. */
export function BidReasons({ reasons, lowestYen, onSetAmount, onSetCars, isOrder = false }: BidReasonsProps) {
  return reasons.map((reason) => {
    const known = TEXTS[reason.messageCode];
    const amountYen = amountIn(reason.details);
    const reachable = amountYen !== null && amountYen >= lowestYen;
    const isShortOfAll = reason.messageCode === 'Bid.Credit' && !reachable;
    const cars = reason.messageCode === 'Bid.GroupFull' ? Number(reason.details?.cars) : null;
    const shortOfAll = isOrder ? 'bids.why.creditOrder' : 'bids.why.creditNone';
    const text = isShortOfAll ? shortOfAll : known?.text;
    return (
      <Callout
        key={reason.messageCode}
        tone="red"
        role="alert"
        title={known && t(known.title)}
        actions={
          <>
            {reachable && (
              <ActionButton kind="plain" size="xs" onClick={() => onSetAmount(amountYen)}>
                {t('bids.why.setAmount', { amount: groupThousands(amountYen) })}
              </ActionButton>
            )}
            {cars !== null && cars <= MAX_GROUP_CARS && (
              <ActionButton kind="plain" size="xs" onClick={() => onSetCars?.(cars)}>
                {t('bids.why.setCars', { count: cars })}
              </ActionButton>
            )}
            <ManagerContact />
          </>
        }
      >
        {text && t(text, { amount: groupThousands(isShortOfAll ? lowestYen : (amountYen ?? 0)) })}
      </Callout>
    );
  });
}

function amountIn(details: RefusalDetails | undefined): number | null {
  const amount = details?.bidAllow ?? details?.limitYen;
  return typeof amount === 'number' ? amount : null;
}
