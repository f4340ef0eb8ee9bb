import type { BidRow } from '@seri/contract/bids/records.ts';
import { startOfSale } from '@seri/contract/lots/lot-state.ts';
import { useByClock } from '../../shell/i18n/clock.ts';
import { japanDay, zonedTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import lists from '../core/lists.module.css';
import { LotStatus } from '../core/lot-status.tsx';
import css from './manager.module.css';

const HOUR_MS = 3_600_000;

/** Clock of the agent's cut-off with the time of the sale; from the sale on the state of the lot. */
export function CutoffCell({ row, isInHour }: { row: BidRow; isInHour: boolean }) {
  const cutoffMs = Date.parse(row.agentCutoff);
  const startMs = startOfSale(row.auctionDate);
  const phase = useByClock((nowMs) =>
    nowMs >= startMs ? 'sale' : nowMs >= cutoffMs ? 'passed' : cutoffMs - nowMs < HOUR_MS ? 'soon' : 'later',
  );
  const isBareDay = row.auctionDate.length === 10;
  const clock = isBareDay ? null : <JapanTime at={row.auctionDate} shape="clock" />;
  const title = t('bids.row.times', { cutoff: zonedTime(row.agentCutoff), sale: zonedTime(row.auctionDate) });
  if (row.lotSource === 'stock' || phase === 'sale') {
    return (
      <div className={lists.lines} title={row.lotSource === 'stock' ? undefined : title}>
        <LotStatus row={row} />
        {row.lotSource === 'auction' && <JapanTime at={row.auctionDate} />}
      </div>
    );
  }
  const sale = (isInHour && clock) || japanDay(row.auctionDate);
  return (
    <div className={lists.lines} title={title}>
      <b className={phase === 'later' ? undefined : 'hot'}>
        <JapanTime at={row.agentCutoff} shape="clock" />
      </b>
      {phase === 'passed' ? (
        <span className="hot">{t('bids.row.passed')}</span>
      ) : (
        <span>
          {isInHour && clock && <span className={css.word}>{t('bids.row.runs')} </span>}
          {sale}
        </span>
      )}
      <span className="visually-hidden">{title}</span>
    </div>
  );
}
