import { type FavoriteGroup, MAX_WANTED } from '@seri/contract/favorites/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Money } from '../ui/data/money.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import css from './favorites-screen.module.css';
import { favoriteQueries, type Outlook } from './queries.ts';

/** Bounds of the shown probability: no auction result is certain or impossible. */
const MAX_SHOWN = 0.95;
const MIN_SHOWN = 0.05;

/** Probability of buying this many lots of the group, and the expected cost; nothing while none of them is upcoming. */
export function GroupOutlook({ group }: { group: FavoriteGroup }) {
  const [cars, setCars] = useState(1);
  const { data: outlook, error, refetch, isPlaceholderData } = useQuery(favoriteQueries.outlook(group, cars));
  if (error && !outlook) return <Failed onRetry={() => void refetch()} />;
  if (!outlook?.lots) return null;
  const maxCars = Math.min(MAX_WANTED, Math.max(1, outlook.lots));
  const options = Array.from({ length: maxCars }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
  }));
  return (
    <section className={`panel ${css.outlook}`} aria-label={t('favorites.outlook.name')}>
      <div className={css.count}>
        <SelectField
          single
          label={t('favorites.outlook.wanted')}
          options={options}
          value={[String(cars)]}
          onChange={([chosen]) => setCars(Number(chosen ?? 1))}
        />
      </div>
      {outlook.chance === null || outlook.expectedSpendYen === null ? (
        <p className="quiet">{t('favorites.outlook.unknown', { count: outlook.lots, rated: outlook.rated })}</p>
      ) : (
        <>
          <dl className={css.figures} aria-live="polite">
            <div>
              <dt>{t('favorites.outlook.chance', { count: cars, lots: outlook.lots })}</dt>
              <dd>{isPlaceholderData ? '…' : chanceText(outlook.chance)}</dd>
            </div>
            <div>
              <dt>{t('favorites.outlook.spend')}</dt>
              <dd>{isPlaceholderData ? '…' : <Money yen={outlook.expectedSpendYen} />}</dd>
            </div>
          </dl>
          <p className="quiet small">{basisText(outlook)}</p>
        </>
      )}
    </section>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={`panel ${css.outlook}`} aria-label={t('favorites.outlook.name')}>
      <p className="quiet">{t('favorites.outlook.failed')}</p>
      <ActionButton kind="plain" size="sm" onClick={onRetry}>
        {t('ui.tryAgain')}
      </ActionButton>
    </section>
  );
}

function chanceText(chance: number): string {
  if (chance > MAX_SHOWN) return t('favorites.outlook.above', { percent: MAX_SHOWN * 100 });
  if (chance < MIN_SHOWN) return t('favorites.outlook.below', { percent: MIN_SHOWN * 100 });
  return t('favorites.outlook.percent', { percent: Math.round(chance * 100) });
}

function basisText({ lots, rated, ownBids, sales }: Outlook): string {
  const priced =
    ownBids === rated
      ? t('favorites.outlook.atBids')
      : t(ownBids > 0 ? 'favorites.outlook.atBoth' : 'favorites.outlook.atAverages');
  const unrated = lots > rated ? ` ${t('favorites.outlook.unrated', { count: lots - rated })}` : '';
  return `${priced} ${t('favorites.outlook.sales', { count: sales })}${unrated}`;
}
