import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { MantineRoot } from '../theme/mantine-root.tsx';
import { t } from '../theme/text.ts';
import css from './bottom-sheet.module.css';
import { InSheet } from './in-sheet.ts';
import { useBackButton } from './use-back-button.ts';
import { closingMark, useOpenedAfterMount } from './use-opened-after-mount.ts';

export interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  /** Heading, or the name for screen readers if `header` replaces it. */
  title: string;
  header?: ReactNode;
  /** Full screen, for content that needs all the room. */
  isFull?: boolean;
  /** From the right side, over the whole height. */
  fromRight?: boolean;
  /** The address controls the sheet, so the back button closes it without an own history entry. */
  inAddress?: boolean;
  /** A request runs: nothing closes the sheet now. */
  pending?: boolean;
  /** False if the opener decides where the focus goes when the sheet closes. */
  returnFocus?: boolean;
  /** Stays in view below the scrolling content, above the keyboard. */
  footer?: ReactNode;
  children: ReactNode;
}

export function BottomSheetDrawer(props: BottomSheetProps) {
  const {
    opened,
    title,
    header,
    footer,
    isFull = false,
    fromRight = false,
    inAddress = false,
    pending = false,
    children,
  } = props;
  const onClose = () => !pending && props.onClose();
  useBackButton(opened && !inAddress, onClose);
  const drag = useDragDown(onClose);
  return (
    <MantineRoot>
      <Drawer
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        position={fromRight ? 'right' : 'bottom'}
        size={fromRight ? 460 : 'auto'}
        withCloseButton={false}
        padding={0}
        lockScroll={false}
        returnFocus={props.returnFocus ?? true}
        transitionProps={{ duration: 200 }}
        attributes={{ content: { 'aria-label': title, ...closingMark(opened) } }}
        classNames={{ content: fromRight ? css.side : `${css.sheet} ${isFull ? css.full : ''}`, body: css.body }}
      >
        <div className={fromRight ? css.head : `${css.head} ${css.grip}`} {...(fromRight ? {} : drag)}>
          <div className={css.title}>{header ?? <h2>{title}</h2>}</div>
          <IconButton name={t('ui.close')} onClick={onClose} disabled={pending}>
            <IconX size={20} stroke={1.5} aria-hidden />
          </IconButton>
        </div>
        <InSheet value={true}>
          <div className={css.content}>{children}</div>
        </InSheet>
        {footer && <div className={css.footer}>{footer}</div>}
      </Drawer>
    </MantineRoot>
  );
}

const SLACK_PX = 6;
const FAR_ENOUGH_PX = 60;

/**
 * Handlers of a sheet's head that is dragged down to close: the sheet follows the finger, and returns after a short
 * drag.
 */
function useDragDown(onClose: () => void) {
  const startY = useRef<number | null>(null);
  const drawnBy = ({ clientY }: PointerEvent) => (startY.current === null ? 0 : clientY - startY.current);
  const move = (event: PointerEvent<HTMLElement>, px: number) => {
    const sheet = event.currentTarget.closest('section');
    if (sheet) sheet.style.translate = px > 0 ? `0 ${px}px` : '';
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      startY.current = event.isPrimary ? event.clientY : null;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const px = drawnBy(event);
      // A press on a button within the head is no drag.
      if (px < SLACK_PX && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event, px);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const px = drawnBy(event);
      startY.current = null;
      move(event, 0);
      if (px >= FAR_ENOUGH_PX) onClose();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      startY.current = null;
      move(event, 0);
    },
  };
}
