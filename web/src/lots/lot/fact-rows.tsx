import { conditionTone } from '@seri/contract/lots/statuses.ts';
import type { ReactNode } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { LotStateLabel, type StatedLot } from '../../shell/lot-state.tsx';
import { DataRow } from '../../ui/data/data-row.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { gradeMeaning } from '../core/lot-texts.ts';
import css from './lot-screen.module.css';

export type Fact =
  | 'condition'
  | 'mileage'
  | 'year'
  | 'status'
  | 'grade'
  | 'engine'
  | 'gearbox'
  | 'drive'
  | 'color'
  | 'chassis'
  | 'serial'
  | 'equipment'
  | 'power'
  | 'note';

/** Labelled value of the lot; a dash if unknown. */
export function FactRow({ fact, children }: { fact: Fact; children: ReactNode }) {
  return (
    <DataRow label={t(`lots.fact.${fact}`)} long={fact === 'equipment' && Boolean(children)}>
      {children || '–'}
    </DataRow>
  );
}

/** Grade of the auction house with its meaning in words. */
export function ConditionFact({ condition }: { condition: string }) {
  return (
    <FactRow fact="condition">
      {condition && (
        <span className={css.grade}>
          <span aria-hidden="true">{gradeMeaning(condition)}</span>
          <GradeSquare grade={condition} tone={conditionTone(condition)} meaning={gradeMeaning(condition)} />
        </span>
      )}
    </FactRow>
  );
}

export function StatusFact({ lot }: { lot: StatedLot }) {
  return (
    <FactRow fact="status">
      <LotStateLabel lot={lot} />
    </FactRow>
  );
}
