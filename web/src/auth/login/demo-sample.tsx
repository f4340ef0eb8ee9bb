import { useQuery } from '@tanstack/react-query';
import { km } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { Photo } from '../../shell/photo.tsx';
import { Money } from '../../ui/data/money.tsx';
import { PriceBar } from '../../ui/data/price-bar.tsx';
import { demoPeopleQuery } from './demo-queries.ts';
import css from './demo-sample.module.css';

/** One car of the demonstration as the portal shows it, with the prices it has now. */
export function DemoSample() {
  const lot = useQuery(demoPeopleQuery()).data?.sample;
  if (!lot) return null;
  const facts = [
    lot.house,
    t('auth.demo.lot', { lotNo: lot.lotNo }),
    lot.condition && t('auth.demo.grade', { grade: lot.condition }),
    lot.mileageKm === null ? '' : km(lot.mileageKm),
  ];
  return (
    <section className={css.sample} aria-label={t('auth.demo.sample')}>
      <Photo src={lot.photo} alt="" sizes="(max-width: 767px) 132px, 300px" eager className={css.photo ?? ''} />
      <div className={css.facts}>
        <h2>
          {lot.vehicle} {lot.year}
        </h2>
        <p className="quiet small">{facts.filter(Boolean).join(' · ')}</p>
        {lot.likelyPriceYen !== null && (
          <p className={css.likely}>
            <Money yen={lot.likelyPriceYen} className={css.amount ?? ''} />{' '}
            <span className="quiet">{t('auth.demo.likely', { sales: lot.sales ?? 0 })}</span>
          </p>
        )}
        {lot.likelyPriceYen !== null && lot.lowPriceYen !== null && lot.highPriceYen !== null && (
          <>
            <PriceBar
              lowYen={lot.lowPriceYen}
              middleYen={lot.likelyPriceYen}
              highYen={lot.highPriceYen}
              startYen={lot.startPriceYen}
            />
            <p className="quiet small">
              {t('lots.average.eightOfTen', { range: priceRangeText(lot.lowPriceYen, lot.highPriceYen) })}
            </p>
          </>
        )}
        <p className={css.start}>
          <span className="quiet">{t('auth.demo.start')}</span> <Money yen={lot.startPriceYen} className="strong" />
        </p>
      </div>
    </section>
  );
}
