import type { PurchasedCar } from '@seri/contract/purchases/routes.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { japanDayOrDash, japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Photo } from '../shell/photo.tsx';
import { Money } from '../ui/data/money.tsx';
import { Parts } from '../ui/data/parts.tsx';
import { rem } from '../ui/theme/widths.ts';
import { PurchaseStatus } from './purchase-status.tsx';
import css from './purchases.module.css';

const nameOf = (car: PurchasedCar): string => [car.maker, car.model, car.year].filter(Boolean).join(' ');

export function PurchaseTable({ cars }: { cars: readonly PurchasedCar[] }) {
  return (
    <div className="panel">
      <table className={css.table}>
        <colgroup>
          <col />
          <col style={{ width: rem(112) }} />
          <col style={{ width: rem(136) }} />
          <col style={{ width: rem(110) }} />
          <col className={css.wideOnly} style={{ width: rem(90) }} />
          <col style={{ width: rem(188) }} />
          <col style={{ width: rem(130) }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('purchases.col.car')}</th>
            <th scope="col">{t('purchases.col.bought')}</th>
            <th scope="col">{t('purchases.col.auction')}</th>
            <th scope="col">{t('purchases.col.port')}</th>
            <th scope="col" className={css.wideOnly}>
              {t('purchases.col.dates')}
            </th>
            <th scope="col">{t('purchases.col.status')}</th>
            <th scope="col" className="num">
              {t('purchases.col.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {cars.map((car) => (
            <tr key={car.id}>
              <td>
                <div className={css.car}>
                  <div className={css.thumb}>
                    <Photo src={car.images[0]} alt="" sizes="76px" />
                  </div>
                  <div className={css.lines}>
                    <Link {...paths.purchasedCar(car.id)} className={css.name}>
                      {nameOf(car)}
                    </Link>
                    <span>
                      {car.sku} · {car.chassis}
                    </span>
                  </div>
                </div>
              </td>
              <td className="nowrap">{japanFullDate(car.purchaseDate)}</td>
              <td>
                <div className={css.lines}>
                  <span>{car.auction}</span>
                  <span>{t('purchases.lot', { lotNo: car.lotNo })}</span>
                </div>
              </td>
              <td>
                <div className={css.lines}>
                  <span>{car.exportPort ?? '–'}</span>
                  <span>{car.voyage}</span>
                </div>
              </td>
              <td className={css.wideOnly}>
                <div className={css.lines}>
                  <span>{japanDayOrDash(car.etd)}</span>
                  <span>{japanDayOrDash(car.eta)}</span>
                </div>
              </td>
              <td>
                <PurchaseStatus status={car.status} />
              </td>
              <td className="num">
                <b>
                  <Money yen={car.totalPrice} />
                </b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function PurchaseCard({ car }: { car: PurchasedCar }) {
  return (
    <Link {...paths.purchasedCar(car.id)} className={css.card}>
      <Photo src={car.images[0]} alt="" sizes="124px" />
      <div className={css.cardBody}>
        <b className={css.cardName}>{nameOf(car)}</b>
        <span className="quiet small">
          <Parts parts={[car.auction, t('purchases.lot', { lotNo: car.lotNo })]} />
        </span>
        <span className={css.cardTotal}>
          <Money yen={car.totalPrice} />
        </span>
        <PurchaseStatus status={car.status} />
        <span className="quiet small">{t('purchases.bought', { date: japanFullDate(car.purchaseDate) })}</span>
      </div>
    </Link>
  );
}
