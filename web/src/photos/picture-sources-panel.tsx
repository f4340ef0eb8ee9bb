import { fetchPicturesAgain, type PictureSourceState } from '@seri/contract/photos/source-routes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../shell/api/api.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import { showFailure } from '../shell/toast.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './picture-sources.module.css';
import { SourceFailures } from './source-failures.tsx';
import { sourceQueries } from './source-queries.ts';

type Counts = PictureSourceState['photos'];

/** Progress of pictures that lots name by address, one row per source; nothing where no lot does. */
export function PictureSources() {
  const { data } = useQuery(sourceQueries.list());
  const [opened, setOpened] = useState<string | null>(null);
  const mayFetch = useMay('bidManageBidPrice');
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: (body: { source: string; failure: PictureSourceState['failures'][number]['failure'] }) =>
      call(fetchPicturesAgain, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sourceQueries.all }),
    onError: showFailure,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="picture-sources">
      <div className={css.head}>
        <h2 id="picture-sources">{t('photos.sources.title')}</h2>
        <Total sources={data.items} />
      </div>
      <ul className={css.rows}>
        {data.items.map((one) => (
          <li key={one.source}>
            <SourceRow
              one={one}
              isOpen={opened === one.source}
              onToggle={() => setOpened(opened === one.source ? null : one.source)}
            />
            {opened === one.source && one.failures.length > 0 && (
              <SourceFailures
                one={one}
                isBusy={again.isPending}
                onAgain={mayFetch ? (failure) => again.mutate({ source: one.source, failure }) : null}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SECONDS_A_MINUTE = 60;

/** All sources together, with the speed of the last minute and the time that is left at this speed. */
function Total({ sources }: { sources: readonly PictureSourceState[] }) {
  const sum = (of: (one: PictureSourceState) => number) => sources.reduce((all, one) => all + of(one), 0);
  const waiting = sum(({ photos, sheets }) => photos.waiting + sheets.waiting);
  const lastMinute = sum((one) => one.lastMinute);
  const minutes = lastMinute > 0 ? Math.ceil(waiting / lastMinute) : null;
  return (
    <p className={css.total}>
      <b>{groupThousands(sum(({ photos, sheets }) => photos.stored + sheets.stored))}</b>{' '}
      {t('photos.sources.of', { n: groupThousands(sum(({ photos, sheets }) => photos.all + sheets.all)) })}
      {lastMinute > 0 && ` · ${t('photos.sources.speed', { n: (lastMinute / SECONDS_A_MINUTE).toFixed(1) })}`}
      {waiting > 0 &&
        minutes !== null &&
        ` · ${t('photos.sources.left', { count: minutes, n: groupThousands(minutes) })}`}
    </p>
  );
}

function SourceRow({ one, isOpen, onToggle }: { one: PictureSourceState; isOpen: boolean; onToggle: () => void }) {
  const { source, photos, sheets, pausedUntil, failures } = one;
  const failed = photos.failed + sheets.failed;
  const troubled = failures.reduce((all, { pictures }) => all + pictures, 0);
  return (
    <div className={css.row}>
      <div className={css.source}>
        <b>{source}</b>
        {pausedUntil && (
          <span className={css.paused}>
            {t('photos.sources.paused')} <JapanTime at={pausedUntil} shape="clock" zone />
          </span>
        )}
      </div>
      <Progress name={t('photos.sources.photos')} counts={photos} />
      <Progress name={t('photos.sources.sheets')} counts={sheets} />
      <div className={css.troubled}>
        {troubled === 0 ? (
          t('photos.sources.noFailures')
        ) : (
          <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <b className={failed > 0 ? css.failed : undefined}>{groupThousands(troubled)}</b>{' '}
            {t('photos.sources.notCome', { count: troubled })}
          </button>
        )}
      </div>
    </div>
  );
}

/** A bar: stored, then failed at its end. */
function Progress({ name, counts: { all, stored, failed } }: { name: string; counts: Counts }) {
  if (all === 0) return <div className={css.progress}>{t('photos.sources.none', { name })}</div>;
  const share = (part: number) => `${(part / all) * 100}%`;
  return (
    <div className={css.progress}>
      <span>
        {name} <b>{groupThousands(stored)}</b> {t('photos.sources.of', { n: groupThousands(all) })}
      </span>
      <div className={css.bar} aria-hidden>
        <span className={css.stored} style={{ width: share(stored) }} />
        <span className={css.lost} style={{ width: share(failed) }} />
      </div>
    </div>
  );
}
