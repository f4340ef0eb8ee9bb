import type { FeedSource } from '@seri/contract/feed/source-routes.ts';
import { IconChevronDown, IconDatabaseImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import {
  PictureFailures,
  PictureProgress,
  type PictureState,
  usePictureSources,
} from '../photos/picture-sources-panel.tsx';
import { OpenContradictions } from '../sheets/open-contradictions-panel.tsx';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { SheetFailures } from './sheet-failures.tsx';
import { SourceFigures } from './source-figures.tsx';
import { feedSourcesQuery } from './source-queries.ts';
import css from './sources.module.css';

/** All sources of the feed with their lots, pictures and sheets, and what waits for a decision. */
export function SourcesView() {
  const { data, error, refetch } = useQuery(feedSourcesQuery({ isLive: true }));
  const pictures = usePictureSources();
  const [opened, setOpened] = useState<string | null>(null);
  if (!data && error)
    return (
      <FailedState
        title={t('feed.sources.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={6} photoWidth={0} />;
  // Only pictures of past lots are left of these.
  const former = pictures.filter(({ source }) => !data.items.some((one) => one.source === source));
  const items = [...data.items, ...former.map(({ source }): FeedSource => ({ ...NO_LOTS, source }))];
  if (items.length === 0)
    return <EmptyState icon={IconDatabaseImport} title={t('feed.sources.empty')} text={t('feed.sources.emptyText')} />;
  return (
    <>
      <SourceFigures total={data.total} pictures={pictures} />
      <section className={`panel ${css.sources}`} aria-label={t('feed.sources.tab')}>
        <div className={css.columns} aria-hidden>
          <span>{t('feed.sources.column.source')}</span>
          <span>{t('feed.sources.column.updated')}</span>
          <span>{t('feed.sources.column.lots')}</span>
          <span>{t('feed.sources.column.pictures')}</span>
          <span className={css.number}>{t('feed.sources.column.failed')}</span>
          <span>{t('feed.sources.column.sheets')}</span>
          <span className={css.number}>{t('feed.sources.column.differ')}</span>
        </div>
        <ul className={css.rows}>
          {items.map((one) => (
            <SourceRow
              key={one.source}
              one={one}
              pictures={pictures.find(({ source }) => source === one.source)}
              isOpen={opened === one.source}
              onToggle={() => setOpened(opened === one.source ? null : one.source)}
            />
          ))}
        </ul>
      </section>
      <OpenContradictions />
    </>
  );
}

const NO_LOTS: Omit<FeedSource, 'source'> = {
  ...{ kind: 'none', everySeconds: null, updatedAt: null, lateSince: null, problem: null },
  ...{ houses: 0, lots: 0, lotsAddedToday: 0, rejected: 0, contradictions: 0, sheetFailures: [] },
  sheets: { read: 0, partly: 0, failed: 0, waiting: 0, none: 0 },
};

interface SourceRowProps {
  one: FeedSource;
  pictures: PictureState | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

function SourceRow({ one, pictures, isOpen, onToggle }: SourceRowProps) {
  const { source, updatedAt, lateSince, problem, lots, lotsAddedToday, rejected, contradictions } = one;
  const notCome = pictures?.failures.reduce((all, { pictures: count }) => all + count, 0) ?? 0;
  const lost = pictures ? pictures.photos.failed + pictures.sheets.failed : 0;
  const hasDetails = notCome > 0 || one.sheets.failed > 0 || problem !== null;
  return (
    <li>
      <div className={css.row} data-open={(isOpen && hasDetails) || undefined}>
        <div className={css.source}>
          <b>{source}</b>
          <small>{deliveryText(one)}</small>
        </div>
        <div className={css.updated} data-late={lateSince || problem ? true : undefined}>
          <b>{updatedAt ? <JapanTime zone at={updatedAt} shape={isRecent(updatedAt) ? 'clock' : 'short'} /> : '–'}</b>
          <small>{t(lateSince || problem ? 'feed.sources.late' : 'feed.sources.lastList')}</small>
        </div>
        <div className={css.lots}>
          <b>{groupThousands(lots)}</b>{' '}
          <small>
            <span className={css.phoneOnly}>{t('feed.sources.lotsNote', { count: lots })} · </span>
            {t('feed.sources.today', { n: groupThousands(lotsAddedToday) })}
            {rejected > 0 && (
              <>
                {' · '}
                <span className={css.red}>{t('feed.sources.rejected', { n: groupThousands(rejected) })}</span>
              </>
            )}
          </small>
        </div>
        <div className={css.pictures}>
          {pictures ? <PictureProgress one={pictures} /> : <small>{t('feed.sources.noPictures')}</small>}
        </div>
        <div className={`${css.failed} ${css.number}`} data-none={notCome === 0 || undefined}>
          <b className={lost > 0 ? css.red : undefined}>{notCome > 0 ? groupThousands(notCome) : '–'}</b>
          {notCome > 0 && <small className={css.phoneOnly}>{t('feed.sources.column.failed')}</small>}
        </div>
        <div className={css.sheets}>
          <SheetProgress source={source} sheets={one.sheets} />
        </div>
        <div className={`${css.differ} ${css.number}`} data-none={contradictions === 0 || undefined}>
          {contradictions > 0 ? (
            <Link
              {...paths.sheetsReview('contradictions', { source })}
              aria-label={t('feed.sources.differOf', {
                source,
                count: contradictions,
                n: groupThousands(contradictions),
              })}
            >
              <b className={css.amber}>{groupThousands(contradictions)}</b>
            </Link>
          ) : (
            <b>–</b>
          )}
          {contradictions > 0 && <small className={css.phoneOnly}>{t('feed.sources.column.differ')}</small>}
        </div>
        <div className={css.toggle}>
          {hasDetails && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={t('feed.sources.failuresOf', { source })}
              onClick={onToggle}
            >
              <IconChevronDown size={18} stroke={1.5} aria-hidden />
            </button>
          )}
        </div>
      </div>
      {isOpen && hasDetails && (
        <div className={css.details}>
          {problem !== null && (
            <p className={css.problem}>
              {t('feed.sources.problem')} <code>{problem}</code>
            </p>
          )}
          {notCome > 0 && pictures && <PictureFailures one={pictures} count={notCome} />}
          {one.sheets.failed > 0 && (
            <SheetFailures source={source} failures={one.sheetFailures} count={one.sheets.failed} />
          )}
        </div>
      )}
    </li>
  );
}

/** A bar: read, then partly read; the rest is not read. */
function SheetProgress({ source, sheets: { read, partly, failed, waiting } }: Pick<FeedSource, 'source' | 'sheets'>) {
  const all = read + partly + failed + waiting;
  if (all === 0) return <small>{t('feed.sources.noSheets')}</small>;
  const share = (part: number) => `${(part / all) * 100}%`;
  return (
    <>
      <span className={css.counts}>
        <b>{groupThousands(read)}</b> {t('feed.sources.read')}
        {partly > 0 && ', '}
        {partly > 0 && (
          <Link {...paths.sheetsReview('unread', { source })}>
            {t('feed.sources.partly', { n: groupThousands(partly) })}
          </Link>
        )}
        {failed > 0 && ', '}
        {failed > 0 && (
          <Link {...paths.sheetsReview('failed', { source })}>
            {t('feed.sources.notRead', { n: groupThousands(failed) })}
          </Link>
        )}
        {waiting > 0 && `, ${t('feed.sources.waiting', { n: groupThousands(waiting) })}`}
      </span>
      <span className={css.bar} aria-hidden>
        <span className={css.done} style={{ width: share(read) }} />
        <span className={css.part} style={{ width: share(partly) }} />
        <span className={css.lost} style={{ width: share(failed) }} />
      </span>
    </>
  );
}

const DAY_MS = 86_400_000;
/** Within a day, so that its time of day is enough. */
const isRecent = (at: string): boolean => serverNow() - Date.parse(at) < DAY_MS;

const MINUTE = 60;

function deliveryText({ kind, everySeconds, houses }: FeedSource): string {
  const how =
    kind === 'pulled' && everySeconds !== null
      ? everySeconds < MINUTE
        ? t('feed.sources.everySeconds', { n: everySeconds })
        : t('feed.sources.everyMinutes', { n: Math.round(everySeconds / MINUTE) })
      : t(`feed.sources.kind.${kind}`);
  return houses > 0 ? `${t('feed.sources.houses', { count: houses })} · ${how}` : how;
}
