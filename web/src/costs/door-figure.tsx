import { isProhibited } from '@seri/contract/costs/verdicts.ts';
import type { LotDoor } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { inCurrency, inReaderLanguage } from './cost-texts.ts';
import { doorQuery } from './door-queries.ts';
import css from './door-row.module.css';
import { VerdictSign } from './verdict-sign.tsx';

/** Total and verdict in a row of a list, in the reader's currency. */
export function DoorFigure({ door }: { door: LotDoor | undefined }) {
  const { data } = useQuery({ ...doorQuery, enabled: door !== undefined });
  if (!door || !data) return <span className="quiet">–</span>;
  const { leastYen, mostYen, verdict } = door;
  const place = data.destinations.find(({ code }) => code === data.door.destination);
  const country = inReaderLanguage(place?.country ?? { en: '', ru: '' });
  const amount = (yen: number) => inCurrency(yen, data.door.currency, data.rates);
  const text = t(`costs.row.${verdict}`, { country });
  // A vehicle that cannot come at all has no price there.
  if (isProhibited(verdict)) {
    return (
      <span className={css.figure}>
        <VerdictSign verdict={verdict} /> <span className={css.refused}>{text}</span>
      </span>
    );
  }
  if (leastYen === null) {
    return (
      <span className={css.figure}>
        <VerdictSign verdict={verdict} label={text} /> <span className="quiet">–</span>
      </span>
    );
  }
  return (
    <span className={css.figure}>
      <VerdictSign verdict={verdict} label={text} />{' '}
      <span>
        <b>{mostYen === null ? t('costs.row.from', { amount: amount(leastYen) }) : amount(leastYen)}</b>
        {mostYen !== null && mostYen !== leastYen && (
          <span className={`quiet small ${css.under}`}>{t('costs.row.upTo', { amount: amount(mostYen) })}</span>
        )}
      </span>
    </span>
  );
}
