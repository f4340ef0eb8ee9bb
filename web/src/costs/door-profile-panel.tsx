import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { inReaderLanguage } from './cost-texts.ts';
import css from './door.module.css';
import { DoorFields } from './door-form.tsx';
import { doorQuery } from './door-queries.ts';

/** Name of a destination for the reader; its code until the table is known, or when the table no longer has it. */
export function useDoorPlace(code: string): string {
  const { data } = useQuery(doorQuery);
  const place = data?.destinations.find((destination) => destination.code === code);
  return place ? inReaderLanguage(place.label) : code;
}

/** Destination, kind of buyer and currency in the profile: the same as on a lot. */
export function DoorProfile() {
  const { data } = useQuery(doorQuery);
  if (data && data.destinations.length === 0) return null;
  return (
    <section className={css.profile} aria-labelledby="door-profile">
      <h2 id="door-profile">{t('costs.profileTitle')}</h2>
      <p className="quiet small">{t(data?.door.isGone ? 'costs.gone' : 'costs.profileNote')}</p>
      {data ? <DoorFields reply={data} /> : <SkeletonBlock height={64} quiet />}
    </section>
  );
}
