import { type PointerEvent, useRef } from 'react';

const FAR_ENOUGH_PX = 60;

/** Handlers of a grip that is drawn down to close. */
export function useDragDown(onClose: () => void) {
  const startY = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current === null || event.clientY - startY.current < FAR_ENOUGH_PX) return;
      startY.current = null;
      onClose();
    },
    onPointerUp: () => {
      startY.current = null;
    },
  };
}
