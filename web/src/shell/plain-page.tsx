import type { ReactNode } from 'react';
import { ContactLinks } from './contact-links.tsx';
import { JapanNowLine } from './japan-now.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import css from './plain-page.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

/** A page without menu, for people who are not signed in. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.top}>
        <JapanNowLine />
        <span className={css.tools}>
          <LanguageSwitch />
          <ThemeToggle />
        </span>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <footer className={css.foot}>
        <ContactLinks icons={false} />
      </footer>
    </div>
  );
}
