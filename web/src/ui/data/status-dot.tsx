import css from './status-dot.module.css';
import type { Tone } from './tone.ts';

/** Dot plus word: the colour alone never says it. */
export function StatusDot({ tone, children, className = '' }: { tone: Tone; children: string; className?: string }) {
  return (
    <span className={`${css.status} ${className}`} data-dot={tone}>
      <span>{children}</span>
    </span>
  );
}
