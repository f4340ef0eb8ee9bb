import { doorTotal } from '@seri/contract/costs/estimate.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { inReaderLanguage } from './cost-texts.ts';
import css from './door-glance.module.css';
import { costingOf, totalText } from './door-parts.tsx';
import { costQueries } from './queries.ts';
import { VerdictSign } from './verdict-sign.tsx';

/** Id of the block with all lines of the total. */
export const DOOR_BLOCK = 'lot-door';

interface DoorGlanceProps {
  pageType: PageType;
  lotId: string;
}

/**
 * Total and verdict at the reader's door on the first screen of a lot; a press leads to its lines. Keeps its height
 * while it loads, and without a door, so that nothing below it moves.
 */
export function DoorGlance({ pageType, lotId }: DoorGlanceProps) {
  const { data } = useQuery(costQueries.lot(pageType, lotId));
  const costing = data ? costingOf(data) : null;
  const place = data?.destinations.find(({ code }) => code === data.door.destination);
  if (!data?.table || !data.likelyYen || !costing || !place) return <div className={css.glance} />;
  const total = doorTotal(data.likelyYen, costing);
  return (
    <button
      type="button"
      className={css.glance}
      data-door-glance
      onClick={() => document.getElementById(DOOR_BLOCK)?.scrollIntoView({ block: 'start' })}
    >
      <span className="quiet small">
        {t('costs.titleTo', { place: inReaderLanguage(place.label) })} ·{' '}
        {t(`costs.row.${total.verdict}`, { country: inReaderLanguage(place.country) })}
      </span>
      <span className={css.total}>
        <VerdictSign verdict={total.verdict} /> <b>{totalText(total, data.door.currency, data.table)}</b>
      </span>
    </button>
  );
}
