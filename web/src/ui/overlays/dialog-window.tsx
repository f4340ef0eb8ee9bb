import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { MantineRoot } from '../theme/mantine-root.tsx';
import { t } from '../theme/text.ts';
import { maxWidthBelow } from '../theme/widths.ts';
import { BottomSheetDrawer } from './bottom-sheet-drawer.tsx';
import css from './dialog.module.css';
import { closingMark, useOpenedAfterMount } from './use-opened-after-mount.ts';

export interface DialogProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  pending?: boolean;
  /** Width in px if there is room; 440 for a confirmation. */
  size?: number;
  /** The dialog asks whether to leave the page, so the back button opened it. */
  isAboutLeaving?: boolean;
  /** False if the opener decides where the focus goes when the dialog closes. */
  returnFocus?: boolean;
  children: ReactNode;
}

/** On a phone a sheet, within reach of the thumb. */
export function DialogWindow(props: DialogProps) {
  const isPhone = useMediaQuery(maxWidthBelow(768), false, { getInitialValueInEffect: false });
  const { isAboutLeaving, ...sheet } = props;
  return isPhone ? <BottomSheetDrawer {...sheet} inAddress={isAboutLeaving} /> : <CenteredWindow {...props} />;
}

function CenteredWindow(props: DialogProps) {
  const { opened, title, onClose, pending = false, size = 440, returnFocus = true, children } = props;
  return (
    <MantineRoot>
      <Modal
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        title={title}
        closeOnEscape={!pending}
        closeOnClickOutside={!pending}
        returnFocus={returnFocus}
        closeButtonProps={{ disabled: pending, 'aria-label': t('ui.close') }}
        // The library's header element would count as the banner of the page.
        attributes={{ header: { role: 'none' }, content: closingMark(opened) }}
        lockScroll={false}
        centered
        size={size}
        transitionProps={{ duration: 160 }}
        classNames={{ content: css.content, header: css.header, title: css.title, body: css.body }}
      >
        {children}
      </Modal>
    </MantineRoot>
  );
}
