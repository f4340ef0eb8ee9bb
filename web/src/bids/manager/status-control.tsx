import { useMediaQuery } from '@mantine/hooks';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { bidStatusTone, MANAGER_BUTTONS } from '@seri/contract/bids/statuses.ts';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { useMinContentWidth } from '../../shell/layout/use-min-content-width.ts';
import sheet from '../../ui/forms/sheet-choices.module.css';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { maxWidthBelow } from '../../ui/theme/widths.ts';
import { BidStatus, bidStatusText } from '../core/bid-status.tsx';
import type { RowActions } from '../queue/use-row-actions.ts';
import { isPossible } from '../status/status-change.ts';
import { StatusConfirmDialog } from '../status/status-confirm-dialog.tsx';
import css from './status-control.module.css';

interface StatusControlProps {
  row: BidRow;
  actions: RowActions;
}

/** Minimum content width for the six buttons in a grid row. */
const BUTTONS_PX = 1_188;

const atFirst = { getInitialValueInEffect: false };

/** Six buttons, a picker where they do not fit, or a sheet on a phone; each change is confirmed before it is sent. */
export function StatusControl({ row, actions }: StatusControlProps) {
  const hasButtons = useMinContentWidth(BUTTONS_PX);
  const hasSheet = useMediaQuery(maxWidthBelow(1024), undefined, atFirst);
  if (!actions.maySetStatus) return <BidStatus status={row.bidStatus} />;
  const choices = { row, disabled: actions.saving.isSaving, onChoose: actions.requestStatus };
  return (
    <>
      {hasButtons && <StatusButtons {...choices} />}
      {hasSheet && <StatusSheet {...choices} />}
      {!hasButtons && !hasSheet && <StatusPicker {...choices} />}
      <StatusConfirmDialog
        row={row}
        question={actions.question}
        onDone={actions.sendStatus}
        onCancel={actions.cancelStatus}
      />
    </>
  );
}

interface ChoicesProps {
  row: BidRow;
  disabled: boolean;
  onChoose: (status: number) => void;
}

function StatusButtons({ row, disabled, onChoose }: ChoicesProps) {
  return (
    <fieldset className={css.statuses} aria-label={t('bids.row.setStatus', { lotNo: row.lotNo })}>
      {MANAGER_BUTTONS.map((status) => {
        const isCurrent = status === row.bidStatus;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            title={bidStatusText(status, false)}
            data-dot={isCurrent ? bidStatusTone(status) : undefined}
            disabled={!isCurrent && (disabled || !isPossible(row, status))}
            onClick={() => !isCurrent && onChoose(status)}
          >
            {bidStatusText(status, false)}
          </button>
        );
      })}
    </fieldset>
  );
}

function StatusPicker({ row, disabled, onChoose }: ChoicesProps) {
  return (
    <select
      className={css.picker}
      aria-label={t('bids.row.setStatus', { lotNo: row.lotNo })}
      value={row.bidStatus ?? ''}
      disabled={disabled}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {MANAGER_BUTTONS.map((status) => (
        <option key={status} value={status} disabled={status !== row.bidStatus && !isPossible(row, status)}>
          {bidStatusText(status, false)}
        </option>
      ))}
    </select>
  );
}

function StatusSheet({ row, disabled, onChoose }: ChoicesProps) {
  const [opened, setOpened] = useState(false);
  const title = t('bids.row.setStatus', { lotNo: row.lotNo });
  const choose = (status: number) => {
    setOpened(false);
    onChoose(status);
  };
  return (
    <>
      <button
        type="button"
        className={`${css.picker} ${css.sheetOpener}`}
        aria-label={`${title}: ${bidStatusText(row.bidStatus ?? 0, false)}`}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        <BidStatus status={row.bidStatus} />
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </button>
      <BottomSheet opened={opened} onClose={() => setOpened(false)} title={title}>
        <div className={sheet.choices}>
          {MANAGER_BUTTONS.map((status) => {
            const isCurrent = status === row.bidStatus;
            return (
              <button
                key={status}
                type="button"
                aria-pressed={isCurrent}
                disabled={!isCurrent && !isPossible(row, status)}
                onClick={() => (isCurrent ? setOpened(false) : choose(status))}
              >
                <BidStatus status={status} />
                {isCurrent && <IconCheck size={20} stroke={1.5} aria-hidden />}
              </button>
            );
          })}
        </div>
      </BottomSheet>
    </>
  );
}
