import { groupLabel } from '@seri/contract/bids/groups.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import type { BidFlow, BidStep } from '../core/use-bid-flow.ts';
import { BidPlaced } from './bid-placed.tsx';
import { ConfirmBid } from './confirm-bid.tsx';
import { CreditLimit } from './credit-limit.tsx';

interface BidDialogsProps {
  lot: BidLot;
  flow: BidFlow;
  onChangeAmount: () => void;
}

/** The one dialog of the bid flow; its content follows the step. */
export function BidDialogs({ lot, flow, onChangeAmount }: BidDialogsProps) {
  // Keep the last content while the dialog fades out.
  const [step, setStep] = useState(flow.step);
  if (flow.step && flow.step !== step) setStep(flow.step);
  return (
    <Dialog
      opened={flow.step !== null}
      title={step ? titleOf(step, lot.lotType === 'stock') : ''}
      onClose={flow.close}
      pending={flow.isPlacing}
    >
      {step?.kind === 'confirm' && <ConfirmBid lot={lot} flow={flow} attempt={step.attempt} allowYen={step.allowYen} />}
      {step?.kind === 'credit' && (
        <CreditLimit
          lot={lot}
          attempt={step.attempt}
          allowYen={step.allowYen}
          onPlace={(amountYen) => flow.open({ ...step.attempt, amountYen })}
          isAsking={flow.isAsking}
          onChangeAmount={() => {
            flow.close();
            onChangeAmount();
          }}
        />
      )}
      {step?.kind === 'placed' && (
        <BidPlaced lot={lot} placed={step.placed} attempt={step.attempt} onClose={flow.close} />
      )}
    </Dialog>
  );
}

function titleOf(step: BidStep, isOrder: boolean): string {
  if (step.kind === 'confirm') return t(isOrder ? 'bids.order.title' : 'bids.confirm.title');
  if (step.kind === 'credit') return t('CreditLimit.Title');
  if (isOrder) return t('bids.order.placed');
  const { group } = step.attempt;
  if (group !== null) return t('bids.placed.inGroup', { group: groupLabel(group) });
  return t(step.placed.bidStatus === 1 ? 'PlaceBid.Success' : 'bids.placed.title2');
}
