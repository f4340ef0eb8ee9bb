import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { Photo } from '../../shell/photo.tsx';
import { comparedLotKey, MAX_COMPARED } from './comparison.ts';
import type { LotSummary } from './lot-summary.ts';
import css from './recent-visits.module.css';
import { useVisits, type Visit } from './visited-lots.ts';

/** Recently opened lots, with a control to compare some of them with this one. */
export function RecentVisits({ lot }: { lot: LotSummary }) {
  const visits = useVisits(lot.pageType).filter(({ id }) => id !== lot.id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isFull = chosen.length >= MAX_COMPARED - 1;
  const toggle = ({ id }: Visit) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  if (visits.length === 0) return null;
  const others = visits.filter(({ id }) => chosen.includes(id));
  return (
    <section aria-label={t('lots.recent.name')}>
      <div className={css.head}>
        <h2>{t('lots.recent.name')}</h2>
        {chosen.length > 0 && (
          <LinkButton {...paths.compare([lot, ...others].map(comparedLotKey))} kind="plain">
            {t('lots.recent.compare', { count: chosen.length })}
          </LinkButton>
        )}
      </div>
      <ul className={css.strip}>
        {visits.map((visit) => (
          <li key={visit.id}>
            <Link {...paths.lotOn(visit.pageType, visit.id)} className={css.lot}>
              <Photo src={visit.image} alt="" sizes="160px" />
              <b className={css.name}>{visit.name}</b>
              <span className={`quiet small ${css.name}`}>{visit.place}</span>
            </Link>
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(visit.id)}
                disabled={isFull && !chosen.includes(visit.id)}
                onChange={() => toggle(visit)}
              />
              <span>
                {t('lots.recent.choose')} <span className="visually-hidden">{`${visit.name}, ${visit.place}`}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
