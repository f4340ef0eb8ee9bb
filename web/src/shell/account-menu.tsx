import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import css from './account-menu.module.css';
import { t, textOf } from './i18n.ts';
import { clientNumber, menuOfSession, useSession } from './session.ts';
import { useLogout } from './use-logout.ts';

export function AccountMenu() {
  const session = useSession();
  const logout = useLogout();
  const { fullName, roleId, userId } = session.detail;
  const role = textOf(`Role.${roleId}`, 'Menu.Profile');
  return (
    <Menu position="bottom-end" offset={8} width={220} classNames={{ dropdown: css.dropdown, item: css.item }}>
      <Menu.Target>
        <button type="button" className={css.target} aria-label={t('shell.account', { name: fullName })}>
          <span className={css.person}>
            <span className="strong small ellipsis">{fullName}</span>
            <span className="quiet small ellipsis">
              {menuOfSession(session) === 'manager' ? role : `${role} ${clientNumber(userId)}`}
            </span>
          </span>
          <IconUser className={css.onPhone} size={20} stroke={1.5} aria-hidden />
          <IconChevronDown className={css.onDesktop} size={16} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <span className="strong ellipsis">{fullName}</span>
          <span className="quiet small ellipsis">{session.detail.email}</span>
        </div>
        <Menu.Item
          leftSection={<IconUser size={20} stroke={1.5} aria-hidden />}
          renderRoot={(props) => <Link {...paths.profile()} {...props} />}
        >
          {t('Menu.Profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={20} stroke={1.5} aria-hidden />} onClick={() => logout.mutate()}>
          {t('Menu.Logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
