import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { MantineRoot } from './mantine-root.tsx';

export interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  pending?: boolean;
  children: ReactNode;
}

export function DialogWindow({ opened, title, onClose, pending = false, children }: DialogProps) {
  return (
    <MantineRoot>
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
    </MantineRoot>
  );
}
