import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import { useQuery } from '@tanstack/react-query';
import { glossaryOverrides } from '../shell/glossary-overrides.ts';
import { japanFullDate } from '../shell/i18n/format.ts';
import { language, t } from '../shell/i18n/i18n.ts';
import { Mileage } from '../shell/mileage.tsx';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { Measure } from '../ui/data/money.tsx';
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
        <DataRow label={t('purchases.row.yard')}>{yardText(logistics)}</DataRow>
        <DataRow label={t('purchases.row.exportType')}>{exportType ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.from')}>{logistics.exportPort ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.to')}>{logistics.destination ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.discharge')}>{logistics.dischargePort ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.line')}>{logistics.shippingLine ?? '–'}</DataRow>
        <DataRow label={t('purchases.row.ship')}>
          {[logistics.vessel, logistics.voyage].filter(Boolean).join(', ') || '–'}
        </DataRow>
        <DataRow label={t('purchases.row.etd')}>
          <b>{dayOrDash(logistics.etd)}</b>
        </DataRow>
        <DataRow label={t('purchases.row.eta')}>
          <b>{dayOrDash(logistics.eta)}</b>
        </DataRow>
      </DataList>
    </section>
  );
}

const dayOrDash = (day: string | null): string => (day === null ? '–' : japanFullDate(day));

function yardText({ stockYard, yardArrivalEta }: PurchaseDetails['logistics']): string {
  if (!yardArrivalEta) return stockYard ?? '–';
  const date = japanFullDate(yardArrivalEta);
  return stockYard ? t('purchases.yardOn', { yard: stockYard, date }) : date;
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
          <Mileage of={car} />
        </DataRow>
        <DataRow label={t('purchases.row.engine')}>
          <Measure value={car.engine} unit={t('unit.cc')} />
        </DataRow>
        <DataRow label={t('purchases.row.color')}>{colorIn(car.color, language, glossaryOverrides) || '–'}</DataRow>
      </DataList>
    </section>
  );
}
