import type { ManagedPurchase } from '@seri/contract/purchases/manager-routes.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { japanDay, japanDayOrDash, japanFullDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { rem } from '../../ui/theme/widths.ts';
import { PurchaseStatus } from '../purchase-status.tsx';
import css from './purchase-editor.module.css';

const shipOf = ({ vessel, voyage }: ManagedPurchase): string => [vessel, voyage].filter(Boolean).join(', ') || '–';
const routeOf = ({ exportPort, destination }: ManagedPurchase): string =>
  [exportPort, destination].filter(Boolean).join(' → ');
const documentText = ({ missingPapers }: ManagedPurchase): string =>
  missingPapers.length === 0
    ? t('purchases.manager.papersThere')
    : t('purchases.manager.papersMissing', { count: missingPapers.length });

interface Cars {
  cars: readonly ManagedPurchase[];
}

export const ManagedTable = ({ cars }: Cars) => (
  <div className="panel">
    <table className={css.table}>
      <colgroup>
        <col />
        <col style={{ width: rem(170) }} />
        <col style={{ width: rem(112) }} />
        <col style={{ width: rem(180) }} />
        <col style={{ width: rem(84) }} />
        <col style={{ width: rem(196) }} />
        <col style={{ width: rem(124) }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('purchases.col.car')}</th>
          <th scope="col">{t('users.card.title')}</th>
          <th scope="col">{t('purchases.col.bought')}</th>
          <th scope="col">{t('purchases.row.ship')}</th>
          <th scope="col">{t('purchases.col.dates')}</th>
          <th scope="col">{t('purchases.col.status')}</th>
          <th scope="col" className="num">
            {t('purchases.col.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {cars.map((car) => (
          <tr key={car.purchaseId}>
            <td>
              <div className={css.lines}>
                <Link {...paths.managedPurchase(car.purchaseId)} className={css.name}>
                  {car.title}
                </Link>
                <span title={car.chassis}>{[car.sku, car.chassis].filter(Boolean).join(' · ')}</span>
              </div>
            </td>
            <td>
              <div className={css.lines}>
                <span>{car.client}</span>
                <span>{car.clientId}</span>
              </div>
            </td>
            <td className="nowrap">{japanFullDate(car.boughtOn)}</td>
            <td>
              <div className={css.lines}>
                <span>{shipOf(car)}</span>
                <span>{routeOf(car)}</span>
              </div>
            </td>
            <td>
              <div className={css.lines}>
                <span>{japanDayOrDash(car.etd)}</span>
                <span>{japanDayOrDash(car.eta)}</span>
              </div>
            </td>
            <td>
              <div className={css.lines}>
                <PurchaseStatus status={car.status} />
                <span>{documentText(car)}</span>
              </div>
            </td>
            <td className="num">
              <b>
                <Money yen={car.totalYen} />
              </b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const ManagedCards = ({ cars }: Cars) => (
  <div className="panel">
    {cars.map((car) => (
      <Link key={car.purchaseId} {...paths.managedPurchase(car.purchaseId)} className={css.card}>
        <b>{car.title}</b>
        <b className="num">
          <Money yen={car.totalYen} />
        </b>
        <span className="quiet small">{[car.client, car.chassis].filter(Boolean).join(' · ')}</span>
        <span className="quiet small num">{japanDay(car.boughtOn)}</span>
        <span className={css.cardFoot}>
          <PurchaseStatus status={car.status} />
          <span className="quiet small">{documentText(car)}</span>
        </span>
      </Link>
    ))}
  </div>
);
