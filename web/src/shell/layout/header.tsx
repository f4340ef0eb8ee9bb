import { IconChevronLeft, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { t } from '../i18n/i18n.ts';
import { menuOfSession, useSession } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { ContactLinks } from './contact-links.tsx';
import css from './header.module.css';
import { GUIDE_PAGES, PageLinks } from './page-links.tsx';
import { useCurrentTitle } from './page-title.ts';
import { ThemeToggle } from './theme-toggle.tsx';

export function Header({ onMenu }: { onMenu: () => void }) {
  const { title, note, back } = useCurrentTitle();
  return (
    <header className={css.head}>
      {back ? (
        <Link {...back} className={css.back} aria-label={t('shell.back')}>
          <IconChevronLeft size={24} stroke={1.5} aria-hidden />
        </Link>
      ) : (
        <span className={css.menu}>
          <IconButton name={t('shell.menu')} onClick={onMenu}>
            <IconMenu2 size={22} stroke={1.5} aria-hidden />
          </IconButton>
        </span>
      )}
      <div className={css.titles}>
        {title && <h1>{title}</h1>}
        {note && <span className="quiet">{note}</span>}
      </div>
      <nav className={css.links} aria-label={t('shell.company')}>
        <PageLinks pages={GUIDE_PAGES} />
        <ContactLinks icons={false} />
      </nav>
      <CanBid />
      <Bell />
      <span className={css.theme}>
        <ThemeToggle />
      </span>
      <AccountMenu />
    </header>
  );
}

function CanBid() {
  const session = useSession();
  const { bidAllow } = session.balanceInfo;
  if (menuOfSession(session) === 'manager' || bidAllow === undefined) return null;
  return (
    <span className={css.canBid}>
      <span className="quiet">{t('shell.canBid')}</span>{' '}
      {bidAllow === -1 ? (
        <span className="strong">{t('Common.Any')}</span>
      ) : (
        <Money yen={bidAllow} className="strong" />
      )}
    </span>
  );
}
