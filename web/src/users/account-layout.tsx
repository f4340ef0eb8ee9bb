import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ownRoleText } from '../shell/session/own-role.ts';
import { clientNumber, useSession } from '../shell/session/session.ts';
import { Page } from '../ui/theme/page.tsx';
import css from './account-layout.module.css';

/** Profile layout: a banner with the account's owner and the three pages as tabs, above the page itself. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const { detail } = useSession();
  const isClient = detail.userType === USER_TYPE.client;
  const role = ownRoleText(detail.roleId, 'users.account');
  return (
    <>
      <div className={css.banner}>
        <h2>{detail.fullName}</h2>
        <p className="quiet">{isClient ? `${role} ${clientNumber(detail.userId)}` : role}</p>
        <nav className={css.pages} aria-label={t('users.pages')}>
          <Link {...paths.profile()}>{t('users.title')}</Link>
          {isClient && <Link {...paths.balance()}>{t('users.balanceNow')}</Link>}
          <Link {...paths.changePassword()}>{t('users.password')}</Link>
        </nav>
      </div>
      <Page>{children}</Page>
    </>
  );
}
