import { remarkIn } from '@seri/contract/lots/inspection-words.ts';
import type { BikeLot } from '@seri/contract/lots/records.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { DataList } from '../../ui/data/data-row.tsx';
import { Measure } from '../../ui/data/money.tsx';
import { statedOf } from '../core/lot-summary.ts';
import { colorText, driveText, equipText, gearboxText } from '../core/lot-texts.ts';
import { ConditionFact, FactRow, StatusFact } from '../lot/fact-rows.tsx';
import css from '../lot/lot-screen.module.css';
import { ManagerOrigin } from '../vehicle/vehicle-facts.tsx';

/** Specification of a motorcycle; omits values the auction house left empty (business-rules.md#lot-page). */
export function BikeFacts({ lot }: { lot: Pick<BikeLot, 'lotInfo' | 'bikeInfo' | 'bikeSpecification' | 'facts'> }) {
  const { lotInfo, bikeInfo, bikeSpecification: spec } = lot;
  return (
    <DataList className={css.facts ?? ''}>
      {lotInfo.condition && <ConditionFact condition={lotInfo.condition} />}
      <FactRow fact="mileage">
        <Mileage of={bikeInfo} className="strong" />
      </FactRow>
      {bikeInfo.mileageNote && (
        <FactRow fact="note">{remarkIn(bikeInfo.mileageNote, language, glossaryOverrides)}</FactRow>
      )}
      {bikeInfo.year !== null && (
        <FactRow fact="year">
          <b className="strong">{bikeInfo.year}</b>
        </FactRow>
      )}
      <StatusFact lot={statedOf('bikes', lotInfo)} />
      {spec.grade && <FactRow fact="grade">{spec.grade}</FactRow>}
      {spec.engineCC !== null && (
        <FactRow fact="engine">
          <Measure value={spec.engineCC} unit={t('unit.cc')} />
          {lot.facts?.engineCc && <ManagerOrigin />}
        </FactRow>
      )}
      {spec.transmission && <FactRow fact="gearbox">{gearboxText(spec.transmission)}</FactRow>}
      {spec.drive && <FactRow fact="drive">{driveText(spec.drive)}</FactRow>}
      {spec.equipment && <FactRow fact="equipment">{equipText(spec.equipment)}</FactRow>}
      {spec.horsePower !== null && !lot.facts?.powerPs && (
        <FactRow fact="power">
          <Measure value={spec.horsePower} unit={t('lots.unit.ps')} />
        </FactRow>
      )}
      {spec.color && <FactRow fact="color">{colorText(spec.color)}</FactRow>}
      {bikeInfo.serial && <FactRow fact="serial">{bikeInfo.serial}</FactRow>}
    </DataList>
  );
}
