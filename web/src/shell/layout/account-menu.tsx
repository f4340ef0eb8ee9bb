import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ToggleEvent, useId, useRef } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../i18n/i18n.ts';
import { ownRoleText } from '../session/own-role.ts';
import { clientNumber, menuOfSession, useSession } from '../session/session.ts';
import { useLogout } from '../use-logout.ts';
import css from './account-menu.module.css';

const GAP_PX = 8;

export function AccountMenu() {
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
      <button ref={button} type="button" className={css.target} popoverTarget={id}>
        <span className="visually-hidden">{t('shell.account')}</span>
        <span className={css.person}>
          <span className="strong small ellipsis" title={fullName}>
            {fullName}
          </span>
          <span className="quiet small ellipsis">
            {menuOfSession(session) === 'manager' ? role : `${role} ${clientNumber(userId)}`}
          </span>
        </span>
        <IconUser className={css.onPhone} size={20} stroke={1.5} aria-hidden />
        <IconChevronDown className={css.onDesktop} size={16} stroke={1.6} aria-hidden />
      </button>
      <div id={id} popover="auto" className={css.list} onBeforeToggle={place}>
        <p className={css.who}>
          <span className="strong breakable">{fullName}</span>
          <span className="quiet small breakable">{email}</span>
        </p>
        <Link {...paths.profile()} className={css.item} onClick={close}>
          <IconUser size={20} stroke={1.5} aria-hidden />
          {t('Menu.Profile')}
        </Link>
        <button type="button" className={css.item} onClick={() => logout.mutate()} disabled={logout.isPending}>
          <IconLogout size={20} stroke={1.5} aria-hidden />
          {t('Menu.Logout')}
        </button>
      </div>
    </>
  );
}
