import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import css from './hint.module.css';

interface HintProps {
  text: string;
  children: ReactNode;
  className?: string;
}

/** Words on hover and on tap. They must also be in the children for screen readers, or stand elsewhere. */
export function Hint({ text, children, className = '' }: HintProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const id = useId();
  const show = () => {
    const box = anchor.current?.getBoundingClientRect();
    if (box) setPlace({ left: Math.min(Math.max(box.left + box.width / 2, 110), innerWidth - 110), top: box.top - 6 });
  };
  const hide = () => setPlace(null);
  return (
    <span
      ref={anchor}
      className={className}
      aria-describedby={place ? id : undefined}
      onPointerEnter={show}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
    >
      {children}
      {place && createPortal(<HintBox id={id} text={text} place={place} onLeave={hide} />, document.body)}
    </span>
  );
}

interface HintBoxProps {
  id: string;
  text: string;
  place: { left: number; top: number };
  onLeave: () => void;
}

function HintBox({ id, text, place, onLeave }: HintBoxProps) {
  // After a tap there is no pointer to leave: any next tap or scroll takes the words away.
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
    <div ref={listen} id={id} role="tooltip" className={css.box} style={place}>
      {text}
    </div>
  );
}
