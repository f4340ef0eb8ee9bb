import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import { useQuery } from '@tanstack/react-query';
import { japanFullDate } from '../shell/format.ts';
import { language, t } from '../shell/i18n.ts';
import { DataList, DataRow } from '../ui/data-row.tsx';
import { Measure, Money } from '../ui/money.tsx';
import css from './car.module.css';
import { PurchaseStatus } from './purchase-status.tsx';
import { type PurchaseDetails, purchaseQueries } from './queries.ts';

export function ShippingPart({ logistics }: { logistics: PurchaseDetails['logistics'] }) {
  const { data: types = [] } = useQuery({ ...purchaseQueries.exportTypes(), enabled: logistics.typeOfExport !== null });
  const exportType = types.find((type) => type.value === logistics.typeOfExport)?.label;
  return (
    <section className={css.part}>
      <h3>{t('purchases.shipping')}</h3>
      <DataList>
        <DataRow label={t('purchases.row.status')}>
          <PurchaseStatus status={logistics.status} />
        </DataRow>
        <DataRow label={t('purchases.row.date')}>{japanFullDate(logistics.purchaseDate)}</DataRow>
        <DataRow label={t('purchases.row.exportType')}>{exportType ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.from')}>{logistics.exportPort ?? '–'}</DataRow>
      </DataList>
    </section>
  );
}

export function VehiclePart({ car }: { car: PurchaseDetails['carDetail'] }) {
  return (
    <section className={css.part}>
      <h3>{t('purchases.vehicle')}</h3>
      <DataList>
        <DataRow label={t('purchases.row.chassis')}>
          <b>{car.chassis || '–'}</b>
        </DataRow>
        <DataRow label={t('purchases.row.mileage')}>
          <Measure value={car.mileage} unit={t('unit.km')} />
        </DataRow>
        <DataRow label={t('purchases.row.engine')}>
          <Measure value={car.engine} unit={t('unit.cc')} />
        </DataRow>
        <DataRow label={t('purchases.row.color')}>{colorIn(car.color, language) || '–'}</DataRow>
      </DataList>
    </section>
  );
}

/** What the car cost, by name, and the sum. */
export function CostPart({ finances }: { finances: PurchaseDetails['finances'] }) {
  return (
    <section className={css.part}>
      <h3>{t('purchases.cost')}</h3>
      <DataList>
        <DataRow label={t('purchases.cost.carPrice')}>
          <Money yen={finances.carPrice.value} />
        </DataRow>
        <DataRow label={t('Purchased.AgentFee')}>
          <Money yen={finances.agentFee.value} />
        </DataRow>
        {finances.haulage && (
          <DataRow label={t('purchases.cost.haulage')}>
            <Money yen={finances.haulage.value} />
          </DataRow>
        )}
      </DataList>
      <div className={css.total}>
        <b>{t('Purchased.Total')}</b>
        <Money yen={finances.total} className={css.totalSum} />
      </div>
    </section>
  );
}
