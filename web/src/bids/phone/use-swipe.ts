import type { PointerEvent, RefObject } from 'react';
import { useRef } from 'react';

export type Side = 'left' | 'right';

interface Swipe {
  card: RefObject<HTMLElement | null>;
  /** The ground behind the card, whose `data-fill` is a status and whose `data-side` and `data-far` show the words. */
  ground: RefObject<HTMLElement | null>;
  canGo: (side: Side) => boolean;
  onDecide: (side: Side) => void;
}

/** Movement in px before it is known whether the finger scrolls or swipes. */
const SLOP_PX = 8;
/** Share of the width from which letting go decides, and at which a card that may not go stops. */
const FAR = 0.35;
const STOPPED = 0.16;
const FILL: Record<Side, string> = { left: '3', right: '2' };
const SPRING_MS = 160;

/** Handlers that let a card be swiped to a side. A movement that began as scrolling never decides. */
export function useSwipe({ card, ground, canGo, onDecide }: Swipe) {
  const start = useRef<{ x: number; y: number; isSwipe: boolean | null; id: number } | null>(null);
  const drawn = useRef(0);

  const draw = (dx: number) => {
    const box = card.current;
    const back = ground.current;
    if (!box || !back) return;
    const side: Side = dx > 0 ? 'right' : 'left';
    const width = box.offsetWidth;
    const x = canGo(side) ? dx : Math.sign(dx) * Math.min(Math.abs(dx), width * STOPPED);
    drawn.current = x;
    box.style.transition = 'none';
    box.style.transform = x === 0 ? '' : `translateX(${x}px) rotate(${(x / width) * 6}deg)`;
    back.dataset.fill = x === 0 ? '0' : canGo(side) ? FILL[side] : '0';
    back.dataset.side = x === 0 ? '' : side;
    back.toggleAttribute('data-far', Math.abs(x) >= width * FAR || !canGo(side));
  };
  const springBack = () => {
    const box = card.current;
    if (!box) return;
    box.style.transition = `transform ${SPRING_MS}ms ease-out`;
    box.style.transform = '';
    drawn.current = 0;
    setTimeout(() => {
      if (ground.current && drawn.current === 0) Object.assign(ground.current.dataset, { fill: '0', side: '' });
    }, SPRING_MS);
  };
  const end = () => {
    const was = start.current;
    start.current = null;
    if (!was?.isSwipe) return;
    const x = drawn.current;
    const side: Side = x > 0 ? 'right' : 'left';
    const isFar = Math.abs(x) >= (card.current?.offsetWidth ?? Number.POSITIVE_INFINITY) * FAR;
    springBack();
    if (!isFar || !canGo(side)) return;
    navigator.vibrate?.(10);
    onDecide(side);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      start.current = { x: event.clientX, y: event.clientY, isSwipe: null, id: event.pointerId };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const was = start.current;
      if (!was || event.pointerId !== was.id) return;
      const [dx, dy] = [event.clientX - was.x, event.clientY - was.y];
      if (was.isSwipe === null && Math.max(Math.abs(dx), Math.abs(dy)) >= SLOP_PX) {
        was.isSwipe = Math.abs(dx) > Math.abs(dy);
        if (was.isSwipe) event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (was.isSwipe) draw(dx);
    },
    onPointerUp: end,
    // The browser took the finger for scrolling.
    onPointerCancel: () => {
      const was = start.current;
      start.current = null;
      if (was?.isSwipe) springBack();
    },
    // A link under the finger must not open after a swipe.
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (Math.abs(drawn.current) > SLOP_PX) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };
}
