import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ActionButton, type ActionKind } from '../actions/action-button.tsx';
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
  /** Focus the confirm button, so that Enter confirms. */
  focusConfirm?: boolean;
  /** Called on Enter in a field of the dialog. */
  onEnter?: () => void;
  /** False if the opener decides where the focus goes when the dialog closes. */
  returnFocus?: boolean;
  /** True if the dialog asks whether to leave the page. */
  isAboutLeaving?: boolean;
  /** Reason of the last refusal; shown above the buttons. */
  error?: string | null;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, pending = false, error, kind = 'act', focusConfirm } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);
  // A disabled button loses the focus: restore it.
  useEffect(() => {
    if (wasPending.current && !pending && opened && focusConfirm) confirm.current?.focus();
    wasPending.current = pending;
  }, [pending, opened, focusConfirm]);
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={props.onCancel}
      pending={pending}
      isAboutLeaving={props.isAboutLeaving}
      returnFocus={props.returnFocus}
    >
      <Fields onEnter={props.onEnter}>{children}</Fields>
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
          ref={confirm}
          kind={kind}
          size="md"
          className={css.main}
          onClick={props.onConfirm}
          loading={pending}
          disabled={props.confirmDisabled}
          data-autofocus={focusConfirm || undefined}
        >
          {props.confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}

function Fields({ onEnter, children }: Pick<ConfirmDialogProps, 'onEnter' | 'children'>) {
  if (!onEnter) return children;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onEnter();
  };
  return (
    <form onSubmit={submit} noValidate>
      {children}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}
