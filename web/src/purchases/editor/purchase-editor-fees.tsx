import { TextInput } from '@mantine/core';
import { FEE_KINDS, type FeeKind } from '@seri/contract/purchases/finances.ts';
import { chargePurchaseFee } from '@seri/contract/purchases/manager-routes.ts';
import { type FormEvent, useState } from 'react';
import { groupThousands, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { numberOf } from '../../ui/theme/number-text.ts';
import { CostPart, costText } from '../cost-part.tsx';
import css from './purchase-editor.module.css';
import type { ManagedDetails } from './purchase-editor-queries.ts';

const MAX_YEN = 999_999_999;

interface FeeEditorProps {
  details: ManagedDetails;
  refetch: () => Promise<unknown>;
  decide: Decide | null;
}

/**
 * Costs of the car, and fees that become known later: each is set to an amount, and the ledger books the difference.
 */
export function FeeEditor({ details, refetch, decide }: FeeEditorProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`panel ${css.fees}`}>
      <CostPart details={details} beforeDownload={refetch} />
      {decide && !isOpen && (
        <ActionButton kind="plain" onClick={() => setOpen(true)}>
          {t('purchases.manager.changeFee')}
        </ActionButton>
      )}
      {decide && isOpen && <FeeForm details={details} decide={decide} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface FeeFormProps {
  details: ManagedDetails;
  decide: Decide;
  onClose: () => void;
}

function FeeForm({ details: { finances, purchase }, decide, onClose }: FeeFormProps) {
  const [kind, setKind] = useState<FeeKind>('auctionFee');
  const chargedYen = finances[kind]?.value ?? 0;
  const [typed, setTyped] = useState(chargedYen === 0 ? '' : groupThousands(chargedYen));
  const amountYen = numberOf(typed);
  const isTooMuch = amountYen > MAX_YEN;
  const choose = (value: string | null) => {
    const chosen = FEE_KINDS.find((known) => known === value) ?? kind;
    const now = finances[chosen]?.value ?? 0;
    setKind(chosen);
    setTyped(now === 0 ? '' : groupThousands(now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooMuch) return;
    if (amountYen === chargedYen) return onClose();
    decide(
      chargePurchaseFee,
      { purchaseId: purchase.purchaseId, kind, amountYen },
      {
        title: t('purchases.manager.askFee', { name: purchase.client, code: purchase.clientId }),
        confirm: t('payments.manager.book'),
        changes: [
          { label: costText(kind), from: yen(chargedYen), to: yen(amountYen) },
          {
            label: t('Purchased.Total'),
            from: yen(finances.total),
            to: yen(finances.total + amountYen - chargedYen),
          },
        ],
        note: t('purchases.manager.feeNote'),
        onDone: onClose,
      },
    );
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={t('purchases.manager.changeFee')}>
      <ChoiceField
        label={t('purchases.manager.fee')}
        searchable={false}
        allowDeselect={false}
        data={FEE_KINDS.map((value) => ({ value, label: costText(value) }))}
        value={kind}
        onChange={choose}
      />
      <TextInput
        label={t('purchases.manager.feeYen')}
        description={t('purchases.manager.feeText')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        value={typed}
        error={isTooMuch && t('users.clients.tooMuch', { most: groupThousands(MAX_YEN) })}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyped(value.trim() === '' ? '' : groupThousands(numberOf(value)));
        }}
      />
      <FormButtons submit={t('users.save')} onCancel={onClose} />
    </form>
  );
}
