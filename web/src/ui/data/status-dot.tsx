// Kept instead of Mantine's Badge, because the listing loads without Mantine.

import css from './status-dot.module.css';
import type { Tone } from './tone.ts';

/** Dot plus text: colour is never the only sign. */
export function StatusDot({ tone, children, className = '' }: { tone: Tone; children: string; className?: string }) {
  return (
    <span className={`${css.status} ${className}`} data-dot={tone}>
      <span>{children}</span>
    </span>
  );
}
