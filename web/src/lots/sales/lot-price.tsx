import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import type { LotPrice as Price } from '@seri/contract/prices/price-records.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { km, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { PriceBar } from '../../ui/data/price-bar.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { LotSummary } from '../core/lot-summary.ts';
import { equipText } from '../core/lot-texts.ts';
import { lotQueries } from '../core/queries.ts';
import css from './lot-price.module.css';

const SimilarSales = lazyPart(() => import('./similar-sales.tsx'), 'SimilarSales');

/** The most likely price of a lot: the range, its reasons, past sales as ticks, and the record of such ranges. */
export function LotPrice({ lot }: { lot: LotSummary }) {
  const { pageType, id } = lot;
  const { data, error, refetch } = useQuery(lotQueries.similarSales({ pageType, id }));
  const [isOpen, setOpen] = useState(false);
  if (pageType === 'stock') return null;
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="lot-price">
      <h2 id="lot-price" className={css.head}>
        {t(isSalesPage(pageType) ? 'lots.average.wasLikely' : 'lots.average.likely')}
      </h2>
      {error && !data && (
        <p role="alert">
          {errorText(error)}{' '}
          <ActionButton kind="quiet" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      {!data && !error && <SkeletonBlock height={180} quiet />}
      {data && !data.price && <p className="quiet">{t('lots.average.noSales')}</p>}
      {data?.price && !data.price.range && <Refused price={data.price} />}
      {data?.price?.range && (
        <Range lot={lot} price={data.price} items={data.items} record={data.record ?? { sales: 0, inside: 0 }} />
      )}
      {data && data.items.length > 0 && (
        <ActionButton kind="quiet" onClick={() => setOpen(true)}>
          {t('lots.average.sales', { count: data.items.length })}
        </ActionButton>
      )}
      <Dialog opened={isOpen} title={t('lots.average.title')} size={760} onClose={() => setOpen(false)}>
        <Suspense>
          <SimilarSales pageType={pageType} lotId={id} />
        </Suspense>
      </Dialog>
    </section>
  );
}

function Refused({ price: { trimSales, otherTrims } }: { price: Price }) {
  return (
    <p>
      <b>{t('lots.average.tooFewOfTrim', { count: trimSales })}</b>{' '}
      {otherTrims && t('lots.average.otherTrims', { range: priceRangeText(otherTrims.lowYen, otherTrims.highYen) })}
    </p>
  );
}

interface RangeProps {
  lot: LotSummary;
  price: Price;
  items: readonly SimilarSale[];
  record: { sales: number; inside: number };
}

function Range({ lot, price, items, record }: RangeProps) {
  const { range, drivers, trimSales, hasYear } = price;
  if (!range) return null;
  const { startPrice, myBidAmount } = lot.bidInfo;
  return (
    <>
      <p className={css.middle}>
        <Money yen={range.middleYen} />
      </p>
      <p>{t('lots.average.eightOfTen', { range: priceRangeText(range.lowYen, range.highYen) })}</p>
      <div className={css.bar}>
        <PriceBar {...range} startYen={startPrice} bidYen={myBidAmount} isTall />
        <Ticks items={items} pageType={lot.pageType} middleYen={range.middleYen} />
      </div>
      {startPrice !== null && (
        <p className="quiet small">
          {t('lots.average.startAt', { price: yen(startPrice) })}
          {startPrice < range.lowYen && ` ${t('lots.average.startBelow')}`}
        </p>
      )}
      <table className={css.drivers}>
        <caption className="visually-hidden">{t('lots.average.reasons')}</caption>
        <tbody>
          {drivers.map((driver, place) => (
            <tr key={`${driver.kind} ${driver.word ?? place}`}>
              <th scope="row">{driverText(driver, lot)}</th>
              <td className="num">
                <Money yen={driver.yen} signed={place > 0} />
              </td>
            </tr>
          ))}
          <tr className={css.total}>
            <th scope="row">{t('lots.average.likelyShort')}</th>
            <td className="num">
              <Money yen={range.middleYen} className="strong" />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="quiet small">
        {t('lots.average.restsOn', { count: trimSales })} {!hasYear && `${t('lots.average.noYear')} `}
        {record.sales > 0 &&
          t('lots.average.held', { share: percentText(record.inside / record.sales), count: record.sales })}{' '}
        <Link {...paths.priceRecord()}>{t('lots.average.record')}</Link>
      </p>
    </>
  );
}

const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

type Driver = Price['drivers'][number];

function driverText({ kind, word, sales }: Driver, lot: LotSummary): string {
  if (kind === 'typical') return t('lots.average.driver.typical', { name: lot.fullName });
  if (kind === 'mileage')
    return lot.mileage === null
      ? t('lots.average.driver.noMileage')
      : t('lots.average.driver.mileage', { mileage: km(lot.mileage) });
  if (kind === 'condition') return t('lots.average.driver.condition', { grade: lot.lotInfo.condition || '–' });
  if (kind === 'house') return t('lots.average.driver.house', { house: lot.lotInfo.auctionName });
  if (kind === 'market') return t('lots.average.driver.market');
  return t('lots.average.driver.word', { word: equipText(word ?? '') || (word ?? ''), count: sales ?? 0 });
}

interface TicksProps {
  items: readonly SimilarSale[];
  pageType: PageType;
  middleYen: number;
}

const FROM = 0.3;
const TO = 1.6;
const MAX_TICKS = 20;

/** The most similar sales at their prices. The list below opens them: ticks overlap, and are too narrow to hit. */
function Ticks({ items, pageType, middleYen }: TicksProps) {
  const statsPage = pageType === 'bikes' || pageType === 'bike-stats' ? 'bike-stats' : 'stats';
  const mayOpen = useMay(statsPage === 'stats' ? 'salesStatisticsView' : 'bikeView');
  if (!mayOpen) return null;
  return (
    <span className={css.ticks} aria-hidden="true">
      {items.slice(0, MAX_TICKS).map((sale) => {
        const place = Math.max(0.01, Math.min(0.99, (sale.soldPrice / middleYen - FROM) / (TO - FROM)));
        const name = t('lots.average.tick', {
          price: yen(sale.soldPrice),
          name: [sale.year, sale.grade].filter(Boolean).join(' '),
        });
        return (
          <span key={sale.id} className={css.tick} style={{ left: `${(place * 100).toFixed(1)}%` }} title={name} />
        );
      })}
    </span>
  );
}
