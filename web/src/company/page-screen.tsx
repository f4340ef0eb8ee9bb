import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { LayoutFrame } from '../shell/layout/layout.tsx';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import { LinkButton } from '../shell/link-button.tsx';
import { useSessionState } from '../shell/session/session.ts';
import { Page } from '../ui/theme/page.tsx';
import { CompanyPage } from './company-page.tsx';
import css from './page-screen.module.css';

/** A page written by the company, in the frame that the reader is used to. */
export function PageScreen() {
  const name = useRouterState({
    select: ({ location }) => PAGE_NAMES.find((page) => location.pathname === `/${page}`),
  });
  const { status, session } = useSessionState();
  if (!name || status === 'unknown' || status === 'loading') return null;
  if (session && !session.secondFactorNeeded)
    return (
      <LayoutFrame>
        <Page>
          <CompanyPage name={name} />
        </Page>
      </LayoutFrame>
    );
  return (
    <PlainPage reading>
      <Head />
      <CompanyPage name={name} headed />
    </PlainPage>
  );
}

function Head() {
  return (
    <div className={css.brand}>
      <Link {...paths.login()} className={css.name}>
        <Brand />
      </Link>
      <LinkButton {...paths.login()} kind="plain">
        {t('auth.submit')}
      </LinkButton>
    </div>
  );
}
