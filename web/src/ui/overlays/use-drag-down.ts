import { type PointerEvent, useRef } from 'react';

const SLACK_PX = 6;
const FAR_ENOUGH_PX = 60;

/**
 * Handlers of a sheet's head that is dragged down to close: the sheet follows the finger, and returns after a short
 * drag.
 */
export function useDragDown(onClose: () => void) {
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
