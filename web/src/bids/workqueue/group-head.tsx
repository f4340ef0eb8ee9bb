import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { serverNow, useNowUntil } from '../../shell/i18n/clock.ts';
import { groupThousands, japanDay, japanIsoDay, zonedSpan } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { TimeLeft } from '../../ui/data/time-left.tsx';
import type { QueueGroup } from '../parts/queue-groups.ts';
import { useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { StatusMark } from '../status/status-block.tsx';
import css from './group-head.module.css';

const HOUR_MS = 3_600_000;
/** More blocks would push the words out of the head. */
const MAX_MARKS = 24;
const MARK_ORDER = [
  BID_STATUS.new,
  BID_STATUS.bid,
  BID_STATUS.win,
  BID_STATUS.dontBid,
  BID_STATUS.cancel,
  BID_STATUS.finished,
];

/** `08:00–09:00`, with the day unless it is today. */
function groupTitle({ kind, hourMs }: Pick<QueueGroup, 'kind' | 'hourMs'>, nowMs: number): string {
  if (kind !== 'hour' || hourMs === null) return t(`bids.part.${kind as 'passed'}`);
  const span = zonedSpan(hourMs, hourMs + HOUR_MS);
  return japanIsoDay(hourMs) === japanIsoDay(nowMs) ? span : `${japanDay(hourMs)}, ${span}`;
}

/** `3 undecided of 5`, or how many there are. */
function groupCountText({ kind, total, undecided }: QueueGroup): string {
  if (kind === 'passed') return t('bids.part.passedCount', { count: undecided });
  if (kind === 'results') return t('bids.part.resultsCount', { count: total });
  return undecided === 0
    ? t('bids.part.decidedCount', { count: total })
    : t('bids.part.undecided', { count: undecided, total: groupThousands(total) });
}

interface GroupHeadProps {
  group: QueueGroup;
  /** Null if the part cannot be folded. */
  isFolded: boolean | null;
  onFold: () => void;
}

/** Head of a part of the queue: hour, countdown, one block for each bid, and the undecided ones to select. */
export function GroupHead({ group, isFolded, onFold }: GroupHeadProps) {
  const store = useSelectionAndUndo();
  const cutoff = group.firstCutoff ?? new Date(0).toISOString();
  const nowMs = useNowUntil(cutoff);
  const open = group.rows.filter(({ bidStatus }) => bidStatus === BID_STATUS.new).map(({ bidId }) => bidId);
  const title = groupTitle(group, serverNow());
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <div className={css.head}>
      {isFolded === null ? (
        <span className={css.title}>{title}</span>
      ) : (
        <button type="button" className={css.fold} aria-expanded={!isFolded} onClick={onFold}>
          <Chevron size={18} stroke={1.6} aria-hidden />
          <span className={css.title}>{title}</span>
        </button>
      )}
      {group.kind === 'passed' && <span className={`hot ${css.title}`}>{t('bids.part.callAgent')}</span>}
      {group.firstCutoff && group.undecided > 0 && (
        <span className={css.title}>
          <TimeLeft to={cutoff} now={nowMs} ended="" />
        </span>
      )}
      <Marks counts={group.counts} />
      <span className={css.count}>{groupCountText(group)}</span>
      {open.length > 0 && (
        <button type="button" className={css.select} onClick={() => store.add(open)}>
          {t('bids.part.select', { count: open.length })}
        </button>
      )}
    </div>
  );
}

function Marks({ counts }: { counts: ReadonlyMap<number, number> }) {
  const marks = MARK_ORDER.flatMap((status) =>
    Array.from({ length: counts.get(status) ?? 0 }, (_, index) => ({ status, key: `${status} ${index}` })),
  );
  return (
    <span className={css.marks} aria-hidden>
      {marks.slice(0, MAX_MARKS).map(({ status, key }) => (
        <StatusMark key={key} status={status} />
      ))}
    </span>
  );
}
