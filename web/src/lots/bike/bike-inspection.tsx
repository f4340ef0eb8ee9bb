import { remarkIn } from '@seri/contract/lots/inspection-words.ts';
import type { BikeInspection, BikeLot } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../shell/api/error-text.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { type BikePage, lotPageQueries } from '../lot/lot-queries.ts';
import css from './bike-inspection.module.css';
import { RatingBlock } from './bike-rating.tsx';
import { BikeVideos } from './bike-videos.tsx';
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
            <Bone key={zone} height={96} quiet />
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
                {letter && <b className={css.letter}>{letter}</b>}
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
