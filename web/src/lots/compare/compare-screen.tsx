import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useScreenSearch } from '../../shell/search.ts';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { comparison, MIN_COMPARED, placeIn, placesOf } from '../core/comparison.ts';
import { lotPageQueries } from '../lot/lot-queries.ts';
import { CompareMissing } from './compare-missing.tsx';
import css from './compare-screen.module.css';
import { CompareSkeleton } from './compare-skeleton.tsx';
import { CompareTable } from './compare-table.tsx';
import { comparedOf } from './compared-lot.ts';

/** Two to four lots side by side; the address holds them and can be shared. */
export function CompareScreen() {
  const [search] = useScreenSearch(comparison);
  const places = placesOf(search.lot);
  usePageTitle({ title: t('lots.compare.title') });
  if (places.length < MIN_COMPARED) return <TooFew />;
  return <Comparison places={places} />;
}

function TooFew() {
  return (
    <EmptyState
      title={t('lots.compare.tooFew')}
      text={t('lots.compare.tooFewText')}
      action={<LinkButton {...paths.lots()}>{t('Menu.CarAuctions')}</LinkButton>}
    />
  );
}

function Comparison({ places }: { places: ReturnType<typeof placesOf> }) {
  const navigate = useNavigate();
  const results = useQueries({ queries: places.map(lotPageQueries.any) });
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const [removed, setRemoved] = useState('');
  const head = useRef<HTMLDivElement>(null);
  const entries = places.map((place, at) => ({ place, ...resultOf(results[at]) }));
  const lots = entries.flatMap(({ place, data }) => (data ? [comparedOf(place.pageType, data)] : []));
  const missing = entries.flatMap(({ place, error, retry }) => (error ? [{ place, error, retry }] : []));

  const remove = (gone: string, name: string) => {
    setRemoved(t('lots.compare.removed', { lot: name }));
    // The pressed button disappears with its lot, so move the focus.
    head.current?.focus();
    void navigate(paths.compare(places.map(placeIn).filter((place) => place !== gone)));
  };
  return (
    <Page>
      <div ref={head} tabIndex={-1} className={css.head}>
        <p className="quiet">{t('lots.compare.lead', { count: places.length })}</p>
        <label className={css.only}>
          <input
            type="checkbox"
            checked={onlyDifferences}
            onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
          />
          {t('lots.compare.only')}
        </label>
        <CopyButton text={location.href} copyLabel={t('lots.compare.copy')} />
      </div>
      <p className="visually-hidden" role="status">
        {removed}
      </p>
      {missing.map(({ place, error, retry }) => (
        <CompareMissing
          key={placeIn(place)}
          place={place}
          error={error}
          onRetry={retry}
          onRemove={() => remove(placeIn(place), t('lots.compare.missing'))}
        />
      ))}
      {lots.length + missing.length < places.length && <CompareSkeleton columns={places.length} />}
      {lots.length > 0 && lots.length + missing.length === places.length && (
        <CompareTable
          lots={lots}
          onlyDifferences={onlyDifferences}
          onRemove={(lot) => remove(placeIn(lot), lot.fullName)}
        />
      )}
    </Page>
  );
}

type Result = ReturnType<typeof useQueries<ReturnType<typeof lotPageQueries.any>[]>>[number];

const resultOf = (result: Result | undefined) => ({
  data: result?.data,
  error: result?.data ? null : (result?.error ?? null),
  retry: () => void result?.refetch(),
});
