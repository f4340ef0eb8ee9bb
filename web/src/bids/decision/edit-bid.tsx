import { updateAdjustmentPrice } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateBidPrice } from '@seri/contract/bids/routes.ts';
import { amountError, BID_STEP_YEN } from '@seri/contract/bids/rules.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { useNow } from '../../shell/i18n/clock.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Callout } from '../core/callout.tsx';
import css from '../core/dialogs.module.css';
import { GroupSelect } from '../core/group-field.tsx';
import { bidQueries } from '../core/queries.ts';
import type { Answer, RowSave } from '../queue/use-row-save.ts';

interface EditBidProps {
  row: BidRow;
  saving: RowSave;
  opened: boolean;
  onClose: () => void;
}

const MAX_ADJUSTMENT_YEN = 999_999;

/**
 * Edits amount, overbid, group and export type of a bid in status 1, 2 or 6; after the cut-off only the overbid of a
 * win (business-rules.md#last-hour).
 */
export function EditBid({ row, saving, opened, onClose }: EditBidProps) {
  const { permissions } = useSession();
  const nowMs = useNow();
  const [amountYen, setAmountYen] = useState(row.bidAmount);
  const [adjustmentYen, setAdjustmentYen] = useState(row.adjustmentPrice ?? 0);
  const [group, setGroup] = useState(row.bidGroup);
  const [exportType, setExportType] = useState(row.exportType ?? null);
  const [seenVersion, setSeenVersion] = useState(row.version);
  // After a refusal the manager has been shown what the bid is now.
  const shownVersion = saving.failure?.now?.version ?? seenVersion;
  if (shownVersion > seenVersion) setSeenVersion(shownVersion);
  const price = useVersionedMutation(updateBidPrice);
  const adjustment = useVersionedMutation(updateAdjustmentPrice);
  const { data: types = [] } = useQuery({ ...bidQueries.types(true), enabled: permissions.exportTypeShow });
  const amountId = useId();
  const adjustmentId = useId();

  const isStock = row.lotSource === 'stock';
  const isPastCutoff = nowMs >= Date.parse(row.agentCutoff);
  const isBlocked = isPastCutoff && row.bidStatus !== BID_STATUS.win;
  const wrongAmount = amountError(amountYen, row.startPrice);
  const wrongAdjustment = adjustmentYen > MAX_ADJUSTMENT_YEN;
  const isSame =
    amountYen === row.bidAmount &&
    adjustmentYen === (row.adjustmentPrice ?? 0) &&
    group === row.bidGroup &&
    exportType === (row.exportType ?? null);

  const cannotSave = isSame || wrongAmount !== null || wrongAdjustment;
  const save = async () => {
    if (cannotSave || saving.isSaving) return;
    const change = {
      bidAmount: amountYen,
      ...(isStock ? {} : { bidGroup: group }),
      ...(permissions.adjustmentPriceShow ? { adjustmentPrice: adjustmentYen } : {}),
      ...(permissions.exportTypeShow ? { exportType } : {}),
    };
    const { bidAmount: amount, ...rest } = change;
    // The price call carries the overbid too; the overbid's own call then finds nothing to change
    // (business-rules.md#saving-a-bid).
    const send = async (version: number): Promise<Answer> => {
      const saved = await price.mutateAsync({ body: { jasId: row.bidId, amount, ...rest }, version });
      if (!permissions.adjustmentPriceShow) return saved;
      const body = { bidId: row.bidId, adjustmentPrice: adjustmentYen };
      return adjustment.mutateAsync({ body, version: saved.version });
    };
    if (await saving.save(change, send, seenVersion)) onClose();
  };

  if (isBlocked) {
    return (
      <ConfirmDialog
        opened={opened}
        title={t('bids.edit.title', { lotNo: row.lotNo })}
        confirmLabel={t('Bids.Close')}
        cancelLabel={t('bids.ask.back')}
        onConfirm={onClose}
        onCancel={onClose}
      >
        <Callout tone="amber" title={t('Bids.LastHour')}>
          {t('bids.edit.blocked')}
        </Callout>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('bids.edit.title', { lotNo: row.lotNo })}
      confirmLabel={t('bids.edit.save')}
      cancelLabel={t('bids.edit.back')}
      onConfirm={() => void save()}
      onCancel={onClose}
      pending={saving.isSaving}
      confirmDisabled={cannotSave}
      onEnter={() => void save()}
    >
      <p className="quiet small">
        {row.maker} {row.model} {row.year} · {row.user?.name}
      </p>
      <div className={css.field}>
        <label htmlFor={amountId}>{t('bids.edit.amount')}</label>
        <MoneyInput
          id={amountId}
          first={!isPastCutoff}
          value={amountYen}
          onChange={setAmountYen}
          stepYen={BID_STEP_YEN}
          invalid={wrongAmount !== null}
          disabled={saving.isSaving || isPastCutoff}
          describedBy={`${amountId}-error`}
        />
        <p id={`${amountId}-error`} className={css.fieldError} role="alert">
          {wrongAmount && t(wrongAmount.key, { amount: groupThousands(wrongAmount.amountYen) })}
        </p>
      </div>
      {permissions.adjustmentPriceShow && (
        <div className={css.field}>
          <label htmlFor={adjustmentId}>{t('bids.edit.adjustment')}</label>
          <MoneyInput
            id={adjustmentId}
            value={adjustmentYen}
            onChange={setAdjustmentYen}
            stepYen={BID_STEP_YEN}
            invalid={wrongAdjustment}
            disabled={saving.isSaving}
            describedBy={`${adjustmentId}-error`}
          />
          <p id={`${adjustmentId}-error`} className={css.fieldError} role="alert">
            {wrongAdjustment && t('bids.edit.adjustmentRange', { amount: groupThousands(MAX_ADJUSTMENT_YEN) })}
          </p>
        </div>
      )}
      <div className={css.choices}>
        {!isStock && (
          <GroupSelect
            value={group}
            onChange={setGroup}
            userId={row.user && 'jasClientId' in row.user ? row.user.jasClientId : null}
            disabled={saving.isSaving || isPastCutoff}
          />
        )}
        {permissions.exportTypeShow && (
          <SelectField
            single
            label={t('bids.form.exportType')}
            allLabel="–"
            disabled={saving.isSaving || isPastCutoff}
            options={types.map((type) => ({ value: String(type.value), label: type.label }))}
            value={exportType === null ? [] : [String(exportType)]}
            onChange={([value]) => setExportType(value === undefined ? null : Number(value))}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
