import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import {
  IconBan,
  IconCheck,
  IconClock,
  IconFlag,
  IconTrophy,
  IconX,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { bidStatusText } from '../core/bid-status.tsx';
import css from './status-block.module.css';

const SIGNS: Record<number, TablerIcon> = {
  [BID_STATUS.new]: IconClock,
  [BID_STATUS.bid]: IconCheck,
  [BID_STATUS.dontBid]: IconBan,
  [BID_STATUS.cancel]: IconX,
  [BID_STATUS.finished]: IconFlag,
  [BID_STATUS.win]: IconTrophy,
  [BID_STATUS.won]: IconTrophy,
};

/** The sign of a status alone, beside its name. */
export function StatusSign({ status, size = 16 }: { status: number; size?: number }) {
  const Sign = SIGNS[status] ?? IconClock;
  return <Sign size={size} stroke={2.2} aria-hidden />;
}

interface StatusBlockProps {
  status: number;
  /** `wide` for a decided row, `small` for a notice. */
  size?: 'wide' | 'small';
}

/** A status in the manager's lists: fill, sign and word, so that no status depends on its hue. */
export const StatusBlock = ({ status, size = 'wide' }: StatusBlockProps) => (
  <span className={css.block} data-fill={status} data-size={size}>
    <StatusSign status={status} size={size === 'wide' ? 16 : 14} />
    {bidStatusText(status, false)}
  </span>
);

/** The fill and sign of a status in a menu, before its name. */
export const StatusTile = ({ status }: { status: number }) => (
  <span className={css.tile} data-fill={status} aria-hidden>
    <StatusSign status={status} />
  </span>
);

/** One small block for one bid; its part of the queue says the number in words. */
export const StatusMark = ({ status }: { status: number }) => <i className={css.mark} data-fill={status} aria-hidden />;
