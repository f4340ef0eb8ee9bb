import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { useDoorTotals } from '../../costs/door-total-panel.tsx';
import { ApiError } from '../../shell/api/api.ts';
import { logFailure } from '../../shell/api/client-log.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useScreenSearch } from '../../shell/search.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { comparedLotKey, comparedLotsIn, comparison, MIN_COMPARED } from '../core/comparison.ts';
import { type LotReference, lotPageQueries } from '../lot/lot-queries.ts';
import css from './compare-screen.module.css';
import { CompareTable } from './compare-table.tsx';
import { comparedOf } from './compared-lot.ts';

/** Two to four lots side by side; the address holds them and can be shared. */
export function CompareScreen() {
  const [search] = useScreenSearch(comparison);
  const places = comparedLotsIn(search.lot);
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

function Comparison({ places }: { places: ReturnType<typeof comparedLotsIn> }) {
  const navigate = useNavigate();
  const results = useQueries({ queries: places.map(lotPageQueries.any) });
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const [removed, setRemoved] = useState('');
  const head = useRef<HTMLDivElement>(null);
  const entries = places.map((place, at) => ({ place, ...resultOf(results[at]) }));
  const doors = useDoorTotals(places);
  const lots = entries.flatMap(({ place, data }, at) =>
    data ? [{ ...comparedOf(place.pageType, data), door: doors[at] ?? null }] : [],
  );
  const missing = entries.flatMap(({ place, error, retry }) => (error ? [{ place, error, retry }] : []));

  const remove = (removedLot: string, name: string) => {
    setRemoved(t('lots.compare.removed', { lot: name }));
    // The pressed button disappears with its lot, so move the focus.
    head.current?.focus();
    void navigate(paths.compare(places.map(comparedLotKey).filter((place) => place !== removedLot)));
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
          key={comparedLotKey(place)}
          place={place}
          error={error}
          onRetry={retry}
          onRemove={() => remove(comparedLotKey(place), t('lots.compare.missing'))}
        />
      ))}
      {lots.length + missing.length < places.length && <CompareSkeleton columns={places.length} />}
      {lots.length > 0 && lots.length + missing.length === places.length && (
        <CompareTable
          lots={lots}
          onlyDifferences={onlyDifferences}
          onRemove={(lot) => remove(comparedLotKey(lot), lot.fullName)}
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

interface CompareMissingProps {
  place: LotReference;
  error: Error;
  onRetry: () => void;
  onRemove: () => void;
}

/** A lot of a comparison that is missing or failed to load; the other lots are still compared. */
function CompareMissing({ place, error, onRetry, onRemove }: CompareMissingProps) {
  const isGone = error instanceof ApiError && error.code === 'NotFound';
  const requestId = requestIdOf(error);
  useEffect(() => logFailure(`lot ${place.id}`, error), [place.id, error]);
  return (
    <div className={css.missing} role="alert">
      <p>
        <b>{t(isGone ? 'lots.lot.gone' : 'lots.lot.failed')}</b>{' '}
        {isGone ? t('lots.compare.goneText') : errorText(error)}
        {!isGone && requestId && <span className="quiet small"> {t('ui.request', { id: requestId })}</span>}
      </p>
      {!isGone && <ActionButton onClick={onRetry}>{t('ui.tryAgain')}</ActionButton>}
      <ActionButton kind="plain" onClick={onRemove}>
        {t('lots.compare.remove')}
      </ActionButton>
    </div>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function CompareSkeleton({ columns }: { columns: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label={t('ui.loading')}>
      {ROWS.slice(0, columns).map((column) => (
        <div key={column}>
          <SkeletonBlock height={150} />
          {ROWS.map((row) => (
            <SkeletonBlock key={row} height={16} quiet />
          ))}
        </div>
      ))}
    </div>
  );
}
