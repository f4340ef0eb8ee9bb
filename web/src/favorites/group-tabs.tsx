import { FAVORITE_GROUPS, type FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';
import css from './favorites-screen.module.css';
import { favoriteQueries } from './queries.ts';

/** The five groups with their lot counts, and the average price of the active group's lots. */
export function GroupTabs({ active }: { active: FavoriteGroup }) {
  const { data: groups } = useQuery(favoriteQueries.groups());
  const sum = groups?.find(({ group }) => group === active);
  const tabs = useRef<HTMLElement>(null);
  // Scroll the active tab into view: on a phone the last groups are beyond the edge.
  useEffect(() => {
    const tab = tabs.current?.children[FAVORITE_GROUPS.indexOf(active)];
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div className={css.groups}>
      <nav ref={tabs} className={css.tabs} aria-label={t('favorites.menu')}>
        {FAVORITE_GROUPS.map((group) => (
          <GroupTab key={group} group={group} lots={groups?.find((one) => one.group === group)?.lots} />
        ))}
      </nav>
      {sum && sum.lots > 0 && (
        <p className={css.sum}>
          {t('favorites.lots', { count: sum.lots })}, {t('favorites.running', { count: sum.running })}.{' '}
          {sum.averageSum === null ? (
            <span className="quiet">{t('favorites.noAverage')}</span>
          ) : (
            <>
              {t('favorites.averageSum')} <Money yen={sum.averageSum} className="strong" />
            </>
          )}
        </p>
      )}
    </div>
  );
}

function GroupTab({ group, lots }: { group: FavoriteGroup; lots: number | undefined }) {
  return (
    <Link {...paths.favorites(group)} className={css.tab} activeOptions={{ includeSearch: false }}>
      {t('favorites.group', { group })}
      {lots !== undefined && (
        <span>
          <b>{lots}</b> <span className="visually-hidden">{t('favorites.unit', { count: lots })}</span>
        </span>
      )}
    </Link>
  );
}
