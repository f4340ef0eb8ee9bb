import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { VehicleFacts as Facts } from '@seri/contract/lots/facts.ts';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { FACT_ROWS, type FactText, factText } from './fact-texts.ts';
import { FactsPanel } from './facts-panel.tsx';
import css from './vehicle-facts.module.css';

/** Value of a fact with its origin. */
export const FactValue = ({ fact: { text, origin } }: { fact: FactText }) => (
  <>
    {text} <span className={css.origin}>{origin}</span>
  </>
);

/** Below a value of the auction list that the manager's replaces. */
export const ManagerOrigin = () => <span className={css.origin}>{t('lots.origin.manager')}</span>;

/** Known facts of the vehicle, each with its origin; unknown ones are left out. */
export function FactList({ facts }: { facts: Facts | undefined }) {
  const known = FACT_ROWS.flatMap((row) => {
    const fact = factText(row, facts);
    return fact ? [{ row, fact }] : [];
  });
  if (known.length === 0) return null;
  return (
    <DataList>
      {known.map(({ row, fact }) => (
        <DataRow key={row} label={t(`lots.fact.${row}`)}>
          <FactValue fact={fact} />
        </DataRow>
      ))}
    </DataList>
  );
}

/** The facts, and for managers the form that adds to them. */
export function VehicleFacts({ lotId, facts }: { lotId: string; facts: Facts | undefined }) {
  const isManager = useSession().detail.userType === USER_TYPE.manager;
  const [isEditing, setEditing] = useState(false);
  if (Object.keys(facts ?? {}).length === 0 && !isManager) return null;
  return (
    <section className={css.facts} aria-label={t('lots.fact.vehicle')}>
      <h3>{t('lots.fact.vehicle')}</h3>
      <FactList facts={facts} />
      {isManager && (
        <ActionButton
          kind="quiet"
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('lots.fact.edit')}
        </ActionButton>
      )}
      {isEditing && <FactsPanel lotId={lotId} onClose={() => setEditing(false)} />}
    </section>
  );
}
