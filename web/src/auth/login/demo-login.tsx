import type { CompanySettings } from '@seri/contract/company/routes.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Brand } from '../../shell/layout/brand.tsx';
import { ContactLinks } from '../../shell/layout/contact-links.tsx';
import { JapanNowLine } from '../../shell/layout/japan-now.tsx';
import { LanguageSwitch } from '../../shell/layout/language-switch.tsx';
import { GUIDE_PAGES, LEGAL_PAGES, PageLinks } from '../../shell/layout/page-links.tsx';
import { ThemeToggle } from '../../shell/layout/theme-toggle.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import css from './demo-login.module.css';
import { DemoPeople } from './demo-people.tsx';
import { DemoSample } from './demo-sample.tsx';

interface DemoLoginProps {
  demo: NonNullable<CompanySettings['demo']>;
  returnTo: string | undefined;
  /** The login form for an own account. */
  children: ReactNode;
}

/** Log-in page of the demonstration: what the portal does, and people to look around as. */
export function DemoLogin({ demo, returnTo, children }: DemoLoginProps) {
  const [isFormShown, setFormShown] = useState(false);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.top}>
          <span className={css.brand}>
            <Brand size={32} />
          </span>
          <span className={css.clock}>
            <JapanNowLine />
          </span>
        </div>
        <div className={css.tools}>
          <span className={css.demo}>
            <span className={css.mark}>{t('auth.demo.mark')}</span>
            <span className={`quiet small ${css.wideOnly}`}>{t('demo.banner')}</span>
          </span>
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.promise}>
          <h1>{t('auth.demo.promise')}</h1>
          <p className="quiet">{t('auth.demo.promiseText')}</p>
          <DemoSample />
        </div>
        <div className={css.people}>
          <DemoPeople demo={demo} returnTo={returnTo} />
          <ActionButton
            kind="plain"
            size="lg"
            fullWidth
            className={css.openForm}
            aria-expanded={isFormShown}
            onClick={() => setFormShown(!isFormShown)}
          >
            {t('auth.demo.own')}
          </ActionButton>
          <section className={css.own} data-shown={isFormShown || undefined}>
            <h2>{t('auth.demo.own')}</h2>
            {children}
          </section>
        </div>
      </main>
      <footer className={css.foot}>
        <p className={`quiet ${css.narrowOnly}`}>{t('demo.banner')}</p>
        <Link {...paths.demoMail()}>{t('demo.mail')}</Link>
        <PageLinks pages={GUIDE_PAGES} />
        <PageLinks pages={LEGAL_PAGES} />
        <ContactLinks icons={false} />
      </footer>
    </div>
  );
}
