import type { ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import { ContactLinks } from './contact-links.tsx';
import { JapanNowLine } from './japan-now.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { GUIDE_PAGES, LEGAL_PAGES, PageLinks } from './page-links.tsx';
import css from './plain-page.module.css';
import { ThemeToggle } from './theme-toggle.tsx';

interface PlainPageProps {
  children: ReactNode;
  /** True aligns a text to the top; otherwise a form is centred. `wide`: two columns of text. */
  reading?: boolean | 'wide';
}

/** A page without menu, for users who are not signed in. */
export function PlainPage({ children, reading = false }: PlainPageProps) {
  return (
    <div className={css.page}>
      <header className={css.top}>
        <JapanNowLine />
        <nav className={css.guides} aria-label={t('shell.company')}>
          <PageLinks pages={GUIDE_PAGES} />
        </nav>
        <span className={css.tools}>
          <LanguageSwitch />
          <ThemeToggle />
        </span>
      </header>
      <main id="main" tabIndex={-1} className={css.main} data-reading={reading || undefined}>
        {children}
      </main>
      <footer className={css.foot}>
        <span className={css.onPhone}>
          <PageLinks pages={GUIDE_PAGES} />
        </span>
        <PageLinks pages={LEGAL_PAGES} />
        <ContactLinks icons={false} />
      </footer>
    </div>
  );
}
