import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Mark } from '../shell/layout/brand.tsx';
import { DemoBanner } from '../shell/layout/demo-banner.tsx';
import { LanguageSwitch } from '../shell/layout/language-switch.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { ThemeToggle } from '../shell/layout/theme-toggle.tsx';
import { useCompanyName } from '../shell/settings.ts';
import css from './share-frame.module.css';

/** Page of a shared link: a header with the vehicle's name and no menu (business-rules.md#shared-lots). */
export function ShareFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle({ title });
  return (
    <>
      <DemoBanner />
      <div className={css.page}>
        <header className={css.top}>
          <Link {...paths.lots()} className={css.brand} aria-label={t('Share.home', { company: useCompanyName() })}>
            <Mark size={28} />
          </Link>
          <h1>{title}</h1>
          <span className={css.tools}>
            <LanguageSwitch />
            <ThemeToggle />
          </span>
        </header>
        <main id="main" tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
    </>
  );
}
