import { IconBell, IconChevronDown, IconChevronLeft, IconLogout, IconMenu2, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ToggleEvent, useId, useRef } from 'react';
import { paths } from '../../app/paths.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { badgeOf } from '../navigation/menu.ts';
import { ownRoleText } from '../session/own-role.ts';
import { clientNumber, menuOfSession, useSession } from '../session/session.ts';
import { useLogout } from '../use-logout.ts';
import accountMenuCss from './account-menu.module.css';
import bellCss from './bell.module.css';
import { ContactLinks } from './contact-links.tsx';
import css from './header.module.css';
import { GUIDE_PAGES, PageLinks } from './page-links.tsx';
import { useCurrentTitle } from './page-title.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** Id of the place beside the title for a screen's own tabs. */
export const HEAD_SLOT = 'head-slot';

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
      <div id={HEAD_SLOT} className={css.slot} />
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

const GAP_PX = 8;

function AccountMenu() {
  const session = useSession();
  const logout = useLogout();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { fullName, roleId, userId, email } = session.detail;
  const role = ownRoleText(roleId, 'Menu.Profile');
  // The browser moves the list to the top layer, so set its position from the button.
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    const box = button.current?.getBoundingClientRect();
    if (box) event.currentTarget.style.top = `${box.bottom + GAP_PX}px`;
  };
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <button ref={button} type="button" className={accountMenuCss.target} popoverTarget={id}>
        <span className="visually-hidden">{t('shell.account')}</span>
        <span className={accountMenuCss.person}>
          <span className="strong small ellipsis" title={fullName}>
            {fullName}
          </span>
          <span className="quiet small ellipsis">
            {menuOfSession(session) === 'manager' ? role : `${role} ${clientNumber(userId)}`}
          </span>
        </span>
        <IconUser className={accountMenuCss.onPhone} size={20} stroke={1.5} aria-hidden />
        <IconChevronDown className={accountMenuCss.onDesktop} size={16} stroke={1.6} aria-hidden />
      </button>
      <div id={id} popover="auto" className={accountMenuCss.list} onBeforeToggle={place}>
        <p className={accountMenuCss.user}>
          <span className="strong breakable">{fullName}</span>
          <span className="quiet small breakable">{email}</span>
        </p>
        <Link {...paths.profile()} className={accountMenuCss.item} onClick={close}>
          <IconUser size={20} stroke={1.5} aria-hidden />
          {t('Menu.Profile')}
        </Link>
        <button
          type="button"
          className={accountMenuCss.item}
          onClick={() => logout.mutate()}
          disabled={logout.isPending}
        >
          <IconLogout size={20} stroke={1.5} aria-hidden />
          {t('Menu.Logout')}
        </button>
      </div>
    </>
  );
}

/** Link to the notifications, with the number of unread ones. */
function Bell() {
  const unread = useQuery(countersQuery).data?.notifications ?? 0;
  const badge = badgeOf(unread);
  const name = badge ? t('shell.notifications.unread', { count: unread }) : t('shell.notifications');
  return (
    <Link {...paths.notifications()} className={bellCss.bell} aria-label={name} title={name}>
      <IconBell size={20} stroke={1.5} aria-hidden />
      {badge && (
        <span className={bellCss.badge} aria-hidden>
          {badge}
        </span>
      )}
    </Link>
  );
}
