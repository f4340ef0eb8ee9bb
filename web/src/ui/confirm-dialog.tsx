import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton, type ActionKind } from './action-button.tsx';
import css from './dialog.module.css';

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

interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  pending?: boolean;
  children: ReactNode;
}

/** A window over the page with its own content; closes by cross, Escape and a click outside, unless pending. */
export function Dialog({ opened, title, onClose, pending = false, children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnEscape={!pending}
      closeOnClickOutside={!pending}
      closeButtonProps={{ disabled: pending }}
      lockScroll={false}
      centered
      size={440}
      transitionProps={{ duration: 160 }}
      classNames={{ content: css.content, header: css.header, title: css.title, body: css.body }}
    >
      {children}
    </Modal>
  );
}
