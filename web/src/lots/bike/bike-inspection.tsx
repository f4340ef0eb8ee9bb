import { remarkIn } from '@seri/contract/lots/inspection-words.ts';
import type { BikeInspection, BikeLot } from '@seri/contract/lots/records.ts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { isOwnPath, webAddress } from '../../shell/safe-link.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { type MediaKind, useMediaKinds } from '../gallery/media-kind.ts';
import { type BikePage, lotPageQueries } from '../lot/lot-queries.ts';
import css from './bike-inspection.module.css';
import { RatingBlock } from './bike-rating.tsx';
import { addressesOf, ratingOf, remarksOf, ZONES } from './inspection-text.ts';

/** The auction house's inspection: videos, six ratings and lettered remarks. */
export function BikeInspectionPart({ pageType, lot }: { pageType: BikePage; lot: BikeLot }) {
  const { data, error, refetch } = useQuery(lotPageQueries.inspection(pageType, lot.bikeCommonDetail.id));
  return (
    <section className={css.inspection} aria-label={t('lots.bike.inspection')}>
      <h2>{t('lots.bike.inspection')}</h2>
      {!data && !error && (
        <div className={css.ratings} role="status" aria-label={t('ui.loading')}>
          {ZONES.map((zone) => (
            <SkeletonBlock key={zone} height={96} quiet />
          ))}
        </div>
      )}
      {error && !data && (
        <p role="alert">
          {t('lots.bike.failed')} {errorText(error)}{' '}
          <ActionButton kind="plain" size="xs" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      {(data || error) && <Found lot={lot} inspection={data ?? NOTHING} isKnown={data !== undefined} />}
    </section>
  );
}

const NOTHING: BikeInspection = { list: '', videos: '', rate: [] };

interface FoundProps {
  lot: Pick<BikeLot, 'lotInfo'>;
  inspection: BikeInspection;
  /** True once the inspection has loaded; the lot's own ratings show without it. */
  isKnown: boolean;
}

/** Videos, ratings and remarks, if there are any. */
export function Found({ lot, inspection, isKnown }: FoundProps) {
  const ratings = ratingsOf(lot, inspection);
  const remarks = remarksOf(inspection.list);
  const videos = addressesOf(inspection.videos);
  if (ratings.length === 0 && remarks.length === 0 && videos.length === 0) {
    return isKnown && <p className="quiet">{t('lots.bike.none')}</p>;
  }
  return (
    <>
      {videos.length > 0 && <BikeVideos videos={videos} />}
      {ratings.length > 0 && (
        <ul className={css.ratings} aria-label={t('lots.bike.ratings')}>
          {ratings.map((rating) => (
            <li key={rating.zone}>
              <RatingBlock {...rating} />
            </li>
          ))}
        </ul>
      )}
      {remarks.length > 0 && (
        <>
          <h3>{t('lots.bike.remarks')}</h3>
          <ul className={css.remarks} aria-label={t('lots.bike.remarks')}>
            {remarks.map(({ letter, text }) => (
              <li key={`${letter}${text}`}>
                {letter && <b className={css.remarkMark}>{letter}</b>}
                <span>{remarkIn(text, language, glossaryOverrides)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Known ratings of the six zones; omits zones without any data. */
function ratingsOf({ lotInfo }: Pick<BikeLot, 'lotInfo'>, { rate }: BikeInspection) {
  const values = [
    lotInfo.rateEng,
    lotInfo.rateEl,
    lotInfo.rateExt,
    lotInfo.rateFront,
    lotInfo.rateRear,
    lotInfo.rateFrame,
  ];
  return ZONES.map((zone, at) => {
    const { value, findings } = ratingOf(rate[at]?.txt ?? '');
    return { zone, value: values[at] ?? value, findings, images: addressesOf(rate[at]?.img ?? '') };
  }).filter(({ value, findings, images }) => value !== null || findings.length > 0 || images.length > 0);
}

/** Videos and animations of the auction house, each in a new tab; omits any that fails to load. */
function BikeVideos({ videos }: { videos: readonly string[] }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const kinds = useMediaKinds(videos.filter(isOwnPath));
  const shown = videos
    .map((video) => (isOwnPath(video) ? video : webAddress(video)))
    .filter((video) => video !== null)
    // The content policy blocks other hosts, so link those videos only.
    .map((video) => ({ video, kind: isOwnPath(video) ? kinds.get(video) : ('elsewhere' as const) }))
    .filter(({ video, kind }) => kind && !failed.includes(video));
  if (shown.length === 0) return null;
  return (
    <ul className={css.videos} aria-label={t('lots.bike.videos')}>
      {shown.map(({ video, kind }, at) => (
        <li key={video}>
          <a href={video} target="_blank" rel="noopener noreferrer">
            {(kind === 'video' || kind === 'picture') && (
              <Moving address={video} kind={kind} onFail={() => setFailed((before) => [...before, video])} />
            )}
            <span className={css.play}>
              <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
              {t(kind === 'picture' ? 'lots.bike.movingPicture' : 'lots.bike.video', { n: at + 1 })}{' '}
              <span className="visually-hidden">{t('lots.opensInTab')}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Moving({ address, kind, onFail }: { address: string; kind: MediaKind; onFail: () => void }) {
  if (kind === 'picture') return <img src={address} alt="" onError={onFail} />;
  return <video src={address} preload="metadata" muted playsInline tabIndex={-1} aria-hidden onError={onFail} />;
}
