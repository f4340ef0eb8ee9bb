// Kept instead of Mantine's Tooltip, because it also opens on tap and the listing loads without Mantine.

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { DELAY_MS } from '../theme/delays.ts';
import css from './hint.module.css';

const ROW = 'tr, li, article, [role="row"]';

interface HintProps {
  text: string;
  children: ReactNode;
  /**
   * Element whose keyboard focus shows the hint: the hint's own, or any in its row, since fifty rows must not add fifty
   * tab stops.
   */
  focus?: 'own' | 'row';
  className?: string;
}

/** Text on hover, tap and focus. It must also be in the children for screen readers, or elsewhere on the page. */
export function Hint({ text, children, focus, className = '' }: HintProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<HintPosition | null>(null);
  const id = useId();
  const show = (isTapped = false) => {
    const box = anchor.current?.getBoundingClientRect();
    if (!box) return;
    const isBelow = box.top < ROOM_ABOVE_PX;
    setPlace({
      ...{ isTapped, isBelow },
      left: Math.min(Math.max(box.left + box.width / 2, 110), innerWidth - 110),
      top: isBelow ? box.bottom + 6 : box.top - 6,
    });
  };
  const hide = () => setPlace(null);
  useKeyboardFocus(anchor, focus, show, hide);
  useEffect(() => {
    if (!place?.isTapped) return;
    const timer = setTimeout(() => setPlace(null), DELAY_MS.tooltip);
    return () => clearTimeout(timer);
  }, [place]);
  return (
    <span
      ref={anchor}
      className={className}
      tabIndex={focus === 'own' ? 0 : undefined}
      aria-describedby={place ? id : undefined}
      onPointerEnter={({ pointerType }) => show(pointerType !== 'mouse')}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
    >
      {children}
      {place && createPortal(<HintBox id={id} text={text} place={place} onLeave={hide} />, landmarkOf(anchor.current))}
    </span>
  );
}

/** Place the hint inside a landmark, for readers who navigate by landmarks. */
const landmarkOf = (anchor: HTMLElement | null): Element =>
  anchor?.closest('[role="dialog"], main, aside, header, nav') ?? document.body;

function useKeyboardFocus(
  anchor: RefObject<HTMLElement | null>,
  focus: HintProps['focus'],
  show: () => void,
  hide: () => void,
): void {
  const come = useEffectEvent((event: Event) => {
    // Ignore the focus of the row itself.
    const isRow = focus === 'row' && event.target === event.currentTarget;
    if (!isRow && event.target instanceof Element && event.target.matches(':focus-visible')) show();
  });
  const go = useEffectEvent(hide);
  useEffect(() => {
    const place = focus === 'row' ? anchor.current?.closest(ROW) : focus && anchor.current;
    if (!place) return;
    const stop = new AbortController();
    place.addEventListener('focusin', (event) => come(event), { signal: stop.signal });
    place.addEventListener('focusout', () => go(), { signal: stop.signal });
    return () => stop.abort();
  }, [anchor, focus]);
}

/** Less room than a hint of three lines needs above its element. */
const ROOM_ABOVE_PX = 72;

interface HintPosition {
  left: number;
  top: number;
  isBelow: boolean;
  isTapped: boolean;
}

interface HintBoxProps {
  id: string;
  text: string;
  place: HintPosition;
  onLeave: () => void;
}

function HintBox({ id, text, place, onLeave }: HintBoxProps) {
  // After a tap there is no pointer that leaves: close after a delay, or on the next tap, scroll or key.
  const listen = (box: HTMLDivElement | null) => {
    if (!box) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      for (const event of ['pointerdown', 'scroll', 'keydown']) {
        addEventListener(event, onLeave, { capture: true, once: true, signal: stop.signal });
      }
    });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  };
  return (
    <div
      ref={listen}
      id={id}
      role="tooltip"
      className={css.box}
      data-below={place.isBelow || undefined}
      style={{ left: place.left, top: place.top }}
    >
      {text}
    </div>
  );
}
