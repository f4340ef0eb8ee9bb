import { isBikePage, type PageType } from '@seri/contract/lots/page-types.ts';
import type { priceBasis, SimilarSale } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { groupThousands, japanDay, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { mileageText } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { useMay } from '../../shell/session/session.ts';
import { Money } from '../../ui/data/money.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { colorText, joined } from '../core/lot-texts.ts';
import { lotQueries } from '../core/queries.ts';
import css from './similar-sales.module.css';

/** Sales behind an average price: the criteria, and the sales adjusted to the lot, newest first. */
export function SimilarSales({ pageType, lotId }: { pageType: PageType; lotId: string }) {
  const { data, error, refetch } = useQuery(lotQueries.similarSales({ pageType, id: lotId }));
  if (error && !data) {
    return (
      <FailedState
        title={t('lots.average.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        at={serverNow()}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows rows={5} columns={['1.4fr', '1fr', '0.8fr']} />;
  const { sales, basis, items, adjusted, price } = data;
  const range = price?.range ?? null;
  return (
    <div className={css.sales}>
      <p>
        {range ? (
          <>
            <b>
              <Money yen={range.middleYen} />
            </b>{' '}
            {t('lots.average.eightOfTen', { range: priceRangeText(range.lowYen, range.highYen) })}{' '}
            {t('lots.average.restsOn', { count: sales })}
          </>
        ) : (
          <>
            {t('lots.average.tooFewOfTrim', { count: sales })}{' '}
            {price?.otherTrims &&
              t('lots.average.otherTrims', {
                range: priceRangeText(price.otherTrims.lowYen, price.otherTrims.highYen),
              })}
          </>
        )}
      </p>
      {basis && <p className="quiet small">{t('lots.average.basis', { basis: basisText(basis) })}</p>}
      {items.length > 0 && (
        <>
          <p className="quiet small">{t('lots.average.mostAlike', { count: items.length })}</p>
          <Sales items={items} pageType={isBikePage(pageType) ? 'bike-stats' : 'stats'} />
          <p className="quiet small">{t('lots.average.how')}</p>
        </>
      )}
      {adjusted && (
        <p>
          {t('lots.average.span', {
            count: adjusted.sales,
            low: yen(adjusted.lowYen),
            high: yen(adjusted.highYen),
            median: yen(adjusted.medianYen),
          })}
        </p>
      )}
    </div>
  );
}

type SalesPage = 'stats' | 'bike-stats';

function Sales({ items, pageType }: { items: readonly SimilarSale[]; pageType: SalesPage }) {
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{t('lots.average.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lots.average.sale')}</th>
          <th scope="col" className={`num ${css.wide}`}>
            {t('lots.sort.soldPrice')}
          </th>
          <th scope="col" className="num">
            {t('lots.average.forThisLot')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((sale) => (
          <tr key={sale.id}>
            <td>
              <Sale sale={sale} pageType={pageType} />
            </td>
            <td className={`num ${css.wide}`}>
              <Money yen={sale.soldPrice} className="strong" />
            </td>
            <td className="num">
              <Adjusted sale={sale} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Adjusted({ sale }: { sale: SimilarSale }) {
  const isAdjusted = sale.adjustedPriceYen !== null;
  const parts = [
    [t('lots.average.byMileage'), sale.mileageAdjustmentYen],
    [t('lots.average.byMonths'), sale.monthsAdjustmentYen],
  ] as const;
  return (
    <>
      {isAdjusted && <Money yen={sale.adjustedPriceYen} className="strong" />}
      <div className={`quiet small ${css.narrow}`}>
        {t('lots.average.soldFor')} <Money yen={sale.soldPrice} />
      </div>
      {!isAdjusted && <div className={`quiet small ${css.none}`}>{t('lots.average.notAdjusted')}</div>}
      {isAdjusted &&
        parts.map(([name, amountYen]) => (
          <div key={name} className="quiet small">
            {name}: <Money yen={amountYen} none={t('lots.average.tooFewShort')} signed />
          </div>
        ))}
    </>
  );
}

function Sale({ sale, pageType }: { sale: SimilarSale; pageType: SalesPage }) {
  const mayOpen = useMay(pageType === 'stats' ? 'salesStatisticsView' : 'bikeView');
  const name = joined([[sale.model, sale.year].filter(Boolean).join(' '), sale.grade]);
  return (
    <span className={css.sale}>
      <span className={css.thumb}>
        <Photo src={sale.image} alt="" sizes="76px" />
      </span>
      <span className={css.lines}>
        {mayOpen ? (
          <Link {...paths.lotOn(pageType, sale.id)} target="_blank" className="strong">
            {name} <span className="visually-hidden">{t('lots.opensInTab')}</span>
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <span className="quiet small">
          {joined([
            sale.condition && t('lots.average.grade', { grade: sale.condition }),
            mileageText(sale),
            sale.alikePercent === undefined ? null : t('lots.average.alike', { percent: sale.alikePercent }),
            colorText(sale.color),
          ])}
        </span>
        <span className="quiet small">
          {joined([japanDay(sale.auctionDate), sale.auctionName, t('lots.lotNo', { lotNo: sale.lotNo })])}
        </span>
      </span>
    </span>
  );
}

type PriceBasis = z.infer<typeof priceBasis>;

/** Criteria by which the sales were chosen: model, trim, years, grades and mileage, if used. */
function basisText({ model, trim, conditions, ...basis }: PriceBasis): string {
  const years = rangeText(basis.yearFrom, basis.yearTo, String);
  const mileage = rangeText(basis.mileageFrom, basis.mileageTo, groupThousands);
  return [
    [model, trim].filter(Boolean).join(' '),
    years,
    conditions.length > 0 && t('lots.average.grade', { grade: conditions.join(', ') }),
    mileage && `${mileage} ${t('unit.km')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function rangeText(from: number | null, to: number | null, format: (value: number) => string): string | null {
  if (from !== null && to !== null) return from === to ? format(from) : `${format(from)}–${format(to)}`;
  if (from !== null) return t('lots.tag.from', { value: format(from) });
  return to === null ? null : t('lots.tag.to', { value: format(to) });
}
