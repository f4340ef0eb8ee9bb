import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { PlacedBid } from '@seri/contract/bids/routes.ts';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { BidLot } from '../core/bid-lot.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import type { ChosenClient } from '../core/client-search.tsx';
import css from '../core/dialogs.module.css';
import type { BidAttempt, BidFlow, BidStep } from '../core/use-bid-flow.ts';
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
          isChecking={flow.isChecking}
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

interface BidPlacedProps {
  lot: BidLot;
  placed: PlacedBid;
  attempt: BidAttempt;
  onClose: () => void;
}

function BidPlaced({ lot, placed, attempt, onClose }: BidPlacedProps) {
  const { group, client } = attempt;
  return (
    <>
      <div className={css.placed} role="status">
        <IconCheck stroke={2} aria-hidden />
        <p>
          {t(textKey(lot, client), {
            name: client?.name ?? '',
            amount: groupThousands(placed.bidAmount),
            lotNo: lot.lotInfo.lotNumber,
            status: bidStatusText(placed.bidStatus, client === null),
          })}
          {group !== null && ` ${t('bids.placed.groupText')}`}
        </p>
      </div>
      <div className={css.halves}>
        <LinkButton {...paths.lots()} kind="plain" size="md" onClick={onClose}>
          {t('bids.placed.lots')}
        </LinkButton>
        <LinkButton {...(client ? paths.bidManager() : paths.myBids())} size="md" onClick={onClose} data-autofocus>
          {t(client ? 'bids.placed.manager' : 'bids.placed.mine')}
        </LinkButton>
      </div>
    </>
  );
}

function textKey(lot: BidLot, client: ChosenClient | null) {
  if (client) return 'bids.placed.textFor';
  return lot.lotType === 'stock' ? 'bids.order.placedText' : 'bids.placed.text';
}
