import type { Contradiction } from '@seri/contract/sheets/review-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import css from './contradictions.module.css';
import { OdometerPhoto } from './odometer-photo.tsx';
import { sheetQueries } from './sheet-queries.ts';
import { fieldText, valueText } from './value-text.ts';

/** Fields in which sheet and list differ, with a manager's decision; nothing where they agree. */
export function Contradictions({ lotId, isRead }: { lotId: string; isRead: boolean }) {
  const { data } = useQuery(sheetQueries.contradictions(lotId, isRead));
  if (!data || data.contradictions.length === 0) return null;
  return (
    <div className={css.notice} role="note" aria-label={t('sheets.differs')}>
      <h3>{t('sheets.differs')}</h3>
      <ul>
        {data.contradictions.map((one) => (
          <li key={one.field}>
            <b>{fieldText(one.field)}:</b> {sentence(one)} <OdometerPhoto src={one.odometerPhoto} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function sentence({ field, sheetValue, listValue, decision, decidedValue }: Contradiction): string {
  const both = t('sheets.differs.both', { sheet: valueText(field, sheetValue), list: valueText(field, listValue) });
  if (decision === null || decision === 'both' || decidedValue === null) return both;
  return `${both} ${t('sheets.differs.decided', { value: valueText(field, decidedValue) })}`;
}
