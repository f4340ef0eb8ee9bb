import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { badgeOf } from '../navigation/menu.ts';
import css from './bell.module.css';

/** Link to the notifications, with the number of unread ones. */
export function Bell() {
  const unread = useQuery(countersQuery).data?.notifications ?? 0;
  const badge = badgeOf(unread);
  const name = badge ? t('shell.notifications.unread', { count: unread }) : t('shell.notifications');
  return (
    <Link {...paths.notifications()} className={css.bell} aria-label={name} title={name}>
      <IconBell size={20} stroke={1.5} aria-hidden />
      {badge && (
        <span className={css.badge} aria-hidden>
          {badge}
        </span>
      )}
    </Link>
  );
}
