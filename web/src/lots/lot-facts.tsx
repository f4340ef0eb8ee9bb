import type { CarLot } from '@seri/contract/lots/records.ts';
import { conditionTone, lotStatusTone } from '@seri/contract/lots/statuses.ts';
import type { ReactNode } from 'react';
import { t } from '../shell/i18n.ts';
import { DataList, DataRow } from '../ui/data-row.tsx';
import { GradeSquare } from '../ui/grade-square.tsx';
import { Measure } from '../ui/money.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import css from './lot-screen.module.css';
import { colorText, equipText, gearboxText, gradeMeaning, statusText } from './lot-words.ts';

type Fact =
  | 'condition'
  | 'mileage'
  | 'year'
  | 'status'
  | 'engine'
  | 'gearbox'
  | 'drive'
  | 'color'
  | 'chassis'
  | 'equipment'
  | 'power';

/** What is known of the lot, the car and its specification; auction, number, time and grade stand in the heading. */
export function LotFacts({ lot }: { lot: CarLot }) {
  const { lotInfo, carInfo, carSpecification: spec } = lot;
  const row = (key: Fact, value: ReactNode) => <DataRow label={t(`lots.fact.${key}`)}>{value || '–'}</DataRow>;
  return (
    <DataList className={css.facts ?? ''}>
      {row(
        'condition',
        lotInfo.condition && (
          <span className={css.grade}>
            <span aria-hidden="true">{gradeMeaning(lotInfo.condition)}</span>
            <GradeSquare
              grade={lotInfo.condition}
              tone={conditionTone(lotInfo.condition)}
              meaning={gradeMeaning(lotInfo.condition)}
            />
          </span>
        ),
      )}
      {row('mileage', <Measure value={carInfo.mileage} unit={t('unit.km')} className="strong" />)}
      {row('year', <b className="strong">{carInfo.year ?? '–'}</b>)}
      {row('status', <StatusDot tone={lotStatusTone(lotInfo.status)}>{statusText(lotInfo.status)}</StatusDot>)}
      {row('engine', <Measure value={spec.engineCC} unit={t('unit.cc')} />)}
      {row('gearbox', gearboxText(spec.transmission))}
      {spec.drive && row('drive', spec.drive)}
      {row('color', colorText(spec.color))}
      {row('chassis', carInfo.chassisId)}
      {row('equipment', equipText(spec.equipment))}
      {spec.horsePower !== null && row('power', <Measure value={spec.horsePower} unit={t('lots.unit.ps')} />)}
    </DataList>
  );
}
