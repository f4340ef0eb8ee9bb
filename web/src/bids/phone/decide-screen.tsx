import type { BidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { useNowUntil } from '../../shell/i18n/clock.ts';
import { zonedClock } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import { listQueries } from '../core/list-queries.ts';
import { QueueProgress } from '../queue/queue-progress.tsx';
import { DecideCard } from './decide-card.tsx';
import css from './decide-screen.module.css';

interface DecideScreenProps {
  search: BidIndexQuery;
  /** Opens the list of all bids. */
  onList: () => void;
  /** Controls before the button of the list. */
  tools: ReactNode;
}

const HOUR_MS = 3_600_000;

/** One undecided bid after the other, in order of their cut-off, each on the whole screen of a phone. */
export function DecideScreen({ search, onList, tools }: DecideScreenProps) {
  const query = useQuery(
    listQueries.index({ ...search, bidStatus: [BID_STATUS.new], page: 1, sort: undefined, order: undefined }),
  );
  const [later, setLater] = useState<readonly number[]>([]);
  const { data } = query;
  const open = (data?.cars ?? []).filter(({ bidStatus }) => bidStatus === BID_STATUS.new);
  // A postponed bid comes again after the others.
  const queue = [
    ...open.filter(({ bidId }) => !later.includes(bidId)),
    ...later.flatMap((bidId) => open.filter((row) => row.bidId === bidId)),
  ];
  const [current] = queue;
  return (
    <div className={css.screen}>
      <div className={css.head}>
        <QueueProgress counters={data?.counters} />
        <span className={css.tools}>
          {tools}
          <IconButton name={t('bids.phone.list')} bordered onClick={onList}>
            <IconList size={20} stroke={1.5} aria-hidden />
          </IconButton>
        </span>
      </div>
      {query.isPending && <SkeletonRows rows={3} photoWidth={64} />}
      {query.isError && !data && (
        <FailedState
          title={t('bids.list.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {current && <NextHour row={current} queue={queue} />}
      {current && (
        <DecideCard
          key={current.bidId}
          row={current}
          onLater={
            queue.length > 1
              ? () => setLater((before) => [...before.filter((bidId) => bidId !== current.bidId), current.bidId])
              : null
          }
        />
      )}
      {data && !current && (
        <EmptyState
          title={t('bids.queue.done')}
          text={t('bids.phone.doneText')}
          action={<ActionButton onClick={onList}>{t('bids.queue.showAll')}</ActionButton>}
        />
      )}
    </div>
  );
}

/** How many bids are left before the next full hour, and the time until the first cut-off. */
function NextHour({ row, queue }: { row: BidRow; queue: readonly BidRow[] }) {
  const nowMs = useNowUntil(row.agentCutoff);
  const cutoffMs = Date.parse(row.agentCutoff);
  if (row.lotSource === 'stock') return null;
  if (cutoffMs <= nowMs) return <p className={`hot strong ${css.hour}`}>{t('bids.phone.passed')}</p>;
  const endMs = (Math.floor(cutoffMs / HOUR_MS) + 1) * HOUR_MS;
  const left = queue.filter(({ agentCutoff }) => Date.parse(agentCutoff) < endMs).length;
  return (
    <p className={css.hour}>
      <span>{t('bids.phone.left', { count: left, clock: zonedClock(endMs) })}</span>
      <TimeLeft to={row.agentCutoff} now={nowMs} ended="" />
    </p>
  );
}
