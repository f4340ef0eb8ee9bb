import type { CarLot } from '@seri/contract/lots/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { DataList } from '../../ui/data/data-row.tsx';
import { Measure } from '../../ui/data/money.tsx';
import { statedOf } from '../core/lot-summary.ts';
import { colorText, driveText, equipText, gearboxText } from '../core/lot-texts.ts';
import { ManagerOrigin } from '../vehicle/vehicle-facts.tsx';
import { ConditionFact, FactRow, StatusFact } from './fact-rows.tsx';
import type { CarPage } from './lot-queries.ts';
import css from './lot-screen.module.css';

interface LotFactsProps {
  pageType: CarPage;
  lot: Pick<CarLot, 'lotInfo' | 'carInfo' | 'carSpecification' | 'facts'>;
}

/** Facts of lot, car and specification; auction, number, time and grade are in the heading. */
export function LotFacts({ pageType, lot }: LotFactsProps) {
  const { lotInfo, carInfo, carSpecification: spec } = lot;
  return (
    <DataList className={css.facts ?? ''}>
      <ConditionFact condition={lotInfo.condition} />
      <FactRow fact="mileage">
        <Mileage of={carInfo} className="strong" />
      </FactRow>
      <FactRow fact="year">
        <b className="strong">{carInfo.year ?? '–'}</b>
      </FactRow>
      <StatusFact lot={statedOf(pageType, lotInfo)} />
      <FactRow fact="engine">
        <Measure value={spec.engineCC} unit={t('unit.cc')} />
        {lot.facts?.engineCc && <ManagerOrigin />}
      </FactRow>
      <FactRow fact="gearbox">{gearboxText(spec.transmission)}</FactRow>
      {spec.drive && <FactRow fact="drive">{driveText(spec.drive)}</FactRow>}
      <FactRow fact="color">{colorText(spec.color)}</FactRow>
      <FactRow fact="chassis">{carInfo.chassisId}</FactRow>
      <FactRow fact="equipment">{equipText(spec.equipment)}</FactRow>
      {spec.horsePower !== null && !lot.facts?.powerPs && (
        <FactRow fact="power">
          <Measure value={spec.horsePower} unit={t('lots.unit.ps')} />
        </FactRow>
      )}
    </DataList>
  );
}
