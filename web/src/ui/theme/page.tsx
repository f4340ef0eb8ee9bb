import type { ReactNode } from 'react';
import css from './page.module.css';

/** Padding of a screen. `dense`: 16 px (bid manager); `bleed`: none on a phone, for lists from edge to edge. */
export function Page({ children, dense, bleed }: { children: ReactNode; dense?: boolean; bleed?: boolean }) {
  return (
    <div className={css.page} data-dense={dense || undefined} data-bleed={bleed || undefined}>
      {children}
    </div>
  );
}
