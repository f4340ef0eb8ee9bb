import { fetchPicturesAgain, type PictureSourceState, pausePictures } from '@seri/contract/photos/source-routes.ts';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import { showFailure } from '../shell/toast.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './picture-sources.module.css';
import { SourceFailures } from './source-failures.tsx';
import { sourceQueries } from './source-queries.ts';

// Parts of the screen of imports about pictures that lots name by address.
export type PictureState = PictureSourceState;

const SECONDS_A_MINUTE = 60;
const NO_SOURCES: readonly PictureState[] = [];

/** Pictures of each source that names pictures by address. */
export const usePictureSources = (): readonly PictureState[] =>
  useQuery(sourceQueries.list()).data?.items ?? NO_SOURCES;

const allOf = (sources: readonly PictureState[], count: 'all' | 'stored' | 'waiting' | 'failed'): number =>
  sources.reduce((sum, { photos, sheets }) => sum + photos[count] + sheets[count], 0);

const speedOf = (lastMinute: number): string => (lastMinute / SECONDS_A_MINUTE).toFixed(1);

/** Stops and resumes the fetching of all pictures; nothing for managers who may only read, or without pictures. */
export function PausePictures() {
  const { data } = useQuery(sourceQueries.list());
  const mayPause = useMay('bidManageBidPrice');
  const queries = useQueryClient();
  const pause = useMutation({
    mutationFn: (isPaused: boolean) => call(pausePictures, { body: { isPaused } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sourceQueries.all }),
    onError: showFailure,
  });
  if (!mayPause || !data || (data.items.length === 0 && data.pausedAt === null)) return null;
  const isPaused = data.pausedAt !== null;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <ActionButton
      kind="plain"
      leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
      loading={pause.isPending}
      onClick={() => pause.mutate(!isPaused)}
    >
      {t(isPaused ? 'photos.sources.resume' : 'photos.sources.pause')}
    </ActionButton>
  );
}

/** The figure of all sources, with the speed of the last minute and the time that is left at this speed. */
export function PictureTotal({ sources, className }: { sources: readonly PictureState[]; className: string }) {
  const waiting = allOf(sources, 'waiting');
  const lastMinute = sources.reduce((sum, one) => sum + one.lastMinute, 0);
  const minutes = lastMinute > 0 ? Math.ceil(waiting / lastMinute) : null;
  const pausedAt = useQuery(sourceQueries.list()).data?.pausedAt ?? null;
  return (
    <div className={className}>
      <dt>{t('photos.sources.pictures')}</dt>
      <dd>
        <strong>{groupThousands(allOf(sources, 'stored'))}</strong>{' '}
        <small>{t('photos.sources.of', { n: groupThousands(allOf(sources, 'all')) })}</small>
        <Bar sources={sources} />
        <small>
          {pausedAt && (
            <span className={css.paused}>
              {t('photos.sources.pausedSince')} <JapanTime zone at={pausedAt} />{' '}
            </span>
          )}
          {waiting === 0 && settledText(sources)}
          {waiting > 0 && minutes === null && t('photos.sources.waitingCount', { n: groupThousands(waiting) })}
          {waiting > 0 &&
            minutes !== null &&
            `${t('photos.sources.speed', { n: speedOf(lastMinute) })} · ${t('photos.sources.left', {
              count: minutes,
              n: groupThousands(minutes),
            })}`}
          {waiting > 0 && ` · ${t('photos.sources.bidsFirst')}`}
        </small>
      </dd>
    </div>
  );
}

function settledText(sources: readonly PictureState[]): string {
  if (sources.length === 0) return t('photos.sources.noAddresses');
  const lost = allOf(sources, 'failed');
  return lost === 0 ? t('photos.sources.allCame') : t('photos.sources.lost', { n: groupThousands(lost) });
}

/** Stored pictures of all, with speed or pause, and a bar. */
export function PictureProgress({ one }: { one: PictureState }) {
  const waiting = allOf([one], 'waiting');
  return (
    <>
      <span className={css.progress}>
        <span>
          <b>{groupThousands(allOf([one], 'stored'))}</b>{' '}
          {t('photos.sources.of', { n: groupThousands(allOf([one], 'all')) })}
        </span>
        <span>
          {one.pausedUntil ? (
            <span className={css.paused}>
              {t('photos.sources.paused')} <JapanTime zone at={one.pausedUntil} shape="clock" />
            </span>
          ) : one.lastMinute > 0 && waiting > 0 ? (
            t('photos.sources.speed', { n: speedOf(one.lastMinute) })
          ) : waiting > 0 ? (
            t('photos.sources.waiting')
          ) : (
            allOf([one], 'failed') === 0 && t('photos.sources.done')
          )}
        </span>
      </span>
      <Bar sources={[one]} />
    </>
  );
}

/** Stored, then failed at its end. */
function Bar({ sources }: { sources: readonly PictureState[] }) {
  const all = allOf(sources, 'all');
  if (all === 0) return null;
  const share = (part: number) => `${(part / all) * 100}%`;
  return (
    <span className={css.bar} aria-hidden>
      <span className={css.stored} style={{ width: share(allOf(sources, 'stored')) }} />
      <span className={css.lost} style={{ width: share(allOf(sources, 'failed')) }} />
    </span>
  );
}

/** Pictures of a source that have not come, by cause. */
export function PictureFailures({ one, count }: { one: PictureState; count: number }) {
  const mayFetch = useMay('bidManageBidPrice');
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: (failure: PictureState['failures'][number]['failure']) =>
      call(fetchPicturesAgain, { body: { source: one.source, failure } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sourceQueries.all }),
    onError: showFailure,
  });
  return (
    <section>
      <h3 className={css.title}>
        {groupThousands(count)} {t('photos.sources.notCome', { count })}
      </h3>
      <SourceFailures
        one={one}
        isBusy={again.isPending}
        onAgain={mayFetch ? (failure) => again.mutate(failure) : null}
      />
    </section>
  );
}
