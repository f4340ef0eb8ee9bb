import type { ReactNode } from 'react';
import { ActionButton, type ActionKind } from './action-button.tsx';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';

export { Dialog };

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel: string;
  kind?: ActionKind;
  onConfirm: () => void;
  onCancel: () => void;
  /** A request runs: nothing closes the dialog now. */
  pending?: boolean;
  confirmDisabled?: boolean;
  /** Why the last try was refused; stands above the buttons. */
  error?: string | null;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, pending = false, error, kind = 'act' } = props;
  return (
    <Dialog opened={opened} title={title} onClose={props.onCancel} pending={pending}>
      {children}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <div className={css.actions}>
        <ActionButton kind="plain" size="md" onClick={props.onCancel} disabled={pending}>
          {props.cancelLabel}
        </ActionButton>
        <ActionButton
          kind={kind}
          size="md"
          className={css.main}
          onClick={props.onConfirm}
          loading={pending}
          disabled={props.confirmDisabled}
        >
          {props.confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
