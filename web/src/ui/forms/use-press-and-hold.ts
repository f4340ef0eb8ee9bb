import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const FIRST_MS = 400;
const NEXT_MS = 70;

/** Handlers of a button that acts at once and repeats while it is held. */
export function usePressAndHold(act: () => void) {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = act;
  useEffect(() => () => clearTimeout(timer.current), []);

  const repeat = (afterMs: number) => {
    timer.current = setTimeout(() => {
      latest.current();
      repeat(NEXT_MS);
    }, afterMs);
  };
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      latest.current();
      repeat(FIRST_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // Keyboards and screen readers send a click without a pointer; the pointer has acted already.
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) latest.current();
    },
  };
}
