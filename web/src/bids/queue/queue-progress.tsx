import type { BidList } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import css from './selection-and-undo.module.css';

/** Decided statuses in the order of the bar. */
const SEGMENTS = [BID_STATUS.bid, BID_STATUS.win, BID_STATUS.dontBid, BID_STATUS.cancel, BID_STATUS.finished];

/** Number of New bids under these filters, and of all bids. */
export function progressOf(counters: BidList['counters'] | undefined): { total: number; undecided: number } {
  const count = (status: BidList['counters'][number]['status']) =>
    counters?.find((counter) => counter.status === status)?.count ?? 0;
  return { total: count('All'), undecided: count(BID_STATUS.new) };
}

/** The manager's progress: decided bids of all under these filters, and the rest. */
export function QueueProgress({ counters }: { counters: BidList['counters'] | undefined }) {
  const { total, undecided } = progressOf(counters);
  if (!counters || total === 0) return null;
  const decided = total - undecided;
  const figures = { done: groupThousands(decided), total: groupThousands(total) };
  return (
    <span className={css.progress} role="status" aria-label={t('bids.queue.name')}>
      <span>{t('bids.queue.decided', figures)}</span>
      <span className={css.segments} aria-hidden>
        {SEGMENTS.map((status) => (
          <i
            key={status}
            data-fill={status}
            style={{ width: `${((counters.find((counter) => counter.status === status)?.count ?? 0) / total) * 100}%` }}
          />
        ))}
      </span>
      <b className={undecided === 0 ? undefined : 'visually-hidden'}>
        {undecided === 0 ? t('bids.queue.done') : t('bids.queue.left', { count: undecided })}
      </b>
    </span>
  );
}
