import type { ReplyOf } from '@seri/contract/http.ts';
import { remarksIn } from '@seri/contract/lots/inspection-words.ts';
import { isBikePage } from '@seri/contract/lots/page-types.ts';
import type { viewShare } from '@seri/contract/sharing/routes.ts';
import type { ReactNode } from 'react';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { BikeFacts } from '../bike/bike-facts.tsx';
import { Found } from '../bike/bike-inspection.tsx';
import { lotTitle } from '../core/lot-texts.ts';
import { Gallery } from '../gallery/gallery.tsx';
import { LotFacts } from '../lot/lot-facts.tsx';
import { LotHeading } from '../lot/lot-heading.tsx';
import { AppearanceCards } from '../passport/appearance-cards.tsx';
import { FactList } from '../vehicle/vehicle-facts.tsx';
import css from './shared-lot.module.css';

type SharedLotRecord = ReplyOf<typeof viewShare>;

/** Maker, model and year. */
export const sharedLotName = ({ car, bike }: SharedLotRecord): string => {
  const vehicle = car?.carInfo ?? bike?.bikeInfo;
  return vehicle ? lotTitle(vehicle) : '';
};

/** A lot behind a shared link: photos, facts and inspection, without bidding (business-rules.md#shared-lots). */
export function SharedLot({ shared, children }: { shared: SharedLotRecord; children: ReactNode }) {
  const { pageType, car, bike, inspection } = shared;
  const lot = car ?? bike;
  if (!lot) return null;
  const name = sharedLotName(shared);
  const grade = car?.carSpecification.grade ?? bike?.bikeSpecification.grade ?? '';
  const info = car?.carCommonDetail.info ?? bike?.bikeCommonDetail.info;
  return (
    <>
      <LotHeading lot={{ pageType, lotInfo: lot.lotInfo, fullName: name, grade }} />
      <div className={css.lot}>
        <Gallery images={lot.lotImages.images} name={name} />
        {car && !isBikePage(pageType) && <LotFacts pageType={pageType} lot={car} />}
        <FactList facts={(car ?? bike)?.facts} />
        {bike && <BikeFacts lot={bike} />}
        {bike && inspection && (
          <section className={css.part} aria-label={t('lots.bike.inspection')}>
            <h2>{t('lots.bike.inspection')}</h2>
            <Found lot={bike} inspection={inspection} isKnown />
          </section>
        )}
        {info && (
          <section className={css.part}>
            <h2>{t('lots.lot.remarks')}</h2>
            <p>{remarksIn(info, language, glossaryOverrides)}</p>
          </section>
        )}
        {shared.appearances.length > 0 && (
          <section className={css.part} aria-label={t('lots.earlier.name')}>
            <h2>{t('lots.earlier.name')}</h2>
            {shared.contradictions.map((kind) => (
              <p key={kind}>{t(`lots.earlier.contradiction.${kind}`)}</p>
            ))}
            <AppearanceCards list={shared.appearances} />
          </section>
        )}
        {children}
      </div>
    </>
  );
}
