import { PICTURE_FAILURE_NEXT, type PictureFailure } from '@seri/contract/photos/failures.ts';
import type { PictureSourceState, SourceFailure } from '@seri/contract/photos/source-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './picture-sources.module.css';
import { sourceQueries } from './source-queries.ts';

interface FailuresProps {
  one: PictureSourceState;
  isBusy: boolean;
  /** Null for managers who may only read. */
  onAgain: ((failure: PictureFailure) => void) | null;
}

/** The causes for which pictures of a source have not come, with what happens next. */
export function SourceFailures({ one: { source, failures }, isBusy, onAgain }: FailuresProps) {
  const [shown, setShown] = useState<PictureFailure | null>(null);
  return (
    <ul className={css.failures}>
      {failures.map((one) => (
        <li key={one.failure}>
          <div className={css.failure}>
            <span className={css.count}>{groupThousands(one.pictures)}</span>
            <span>
              {t(`photos.failure.${one.failure}`)} <span className={css.next}>· {nextOf(one)}</span>
            </span>
            <span className={css.actions}>
              <ActionButton
                kind="quiet"
                size="xs"
                aria-expanded={shown === one.failure}
                onClick={() => setShown(shown === one.failure ? null : one.failure)}
              >
                {t('photos.sources.show')}
              </ActionButton>
              {onAgain && (
                <ActionButton kind="plain" size="xs" disabled={isBusy} onClick={() => onAgain(one.failure)}>
                  {t('photos.sources.again')}
                </ActionButton>
              )}
            </span>
          </div>
          {shown === one.failure && <FailedPictures source={source} failure={one.failure} />}
        </li>
      ))}
    </ul>
  );
}

function nextOf({ failure, again, nextAt, attempts }: SourceFailure): ReactNode {
  if (PICTURE_FAILURE_NEXT[failure] === 'refused') return t('photos.next.refused');
  if (again === 0) return t(PICTURE_FAILURE_NEXT[failure] === 'never' ? 'photos.next.never' : 'photos.next.over');
  if (!nextAt) return t('photos.next.now');
  return (
    <>
      {t('photos.next.again', { count: attempts })} <JapanTime at={nextAt} shape="clock" zone />
    </>
  );
}

function FailedPictures({ source, failure }: { source: string; failure: PictureFailure }) {
  const { data } = useQuery(sourceQueries.failed(source, failure));
  if (!data) return null;
  return (
    <ul className={css.pictures}>
      {data.items.map(({ address, detail, lot }) => (
        <li key={address}>
          {lot && (
            <Link {...paths.lotOn(lot.pageType, lot.id)}>
              {t('photos.sources.lot', { house: lot.house, n: lot.lotNo })}
            </Link>
          )}
          <span className={css.address}>{detail ? `${address} (${detail})` : address}</span>
        </li>
      ))}
    </ul>
  );
}
