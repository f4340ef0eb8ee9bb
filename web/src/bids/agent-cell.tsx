import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../shell/clock.ts';
import { t } from '../shell/i18n.ts';
import { useMay } from '../shell/session.ts';
import { Hint } from '../ui/hint.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import css from './manager.module.css';
import { bidQueries } from './queries.ts';
import { ResendOrder } from './resend-order.tsx';
import { SettleWin } from './settle-win.tsx';
import type { RowSave } from './use-row-save.ts';

const ORDER_TONES = {
  waiting: 'amber',
  sent: 'blue',
  acknowledged: 'green',
  failed: 'red',
  withdrawn: 'grey',
} as const;

interface AgentCellProps {
  row: BidRow;
  saving: RowSave;
}

/** Group and export type, and where the bid stands on its way to the auction agent; a win is settled here. */
export function AgentCell({ row, saving }: AgentCellProps) {
  const maySettle = useMay('bidManageStatus') && row.bidStatus === BID_STATUS.win && !row.archived;
  const { data: types = [] } = useQuery({ ...bidQueries.types(true), enabled: useMay('exportTypeShow') });
  const label = types.find((type) => type.value === row.exportType)?.label ?? '–';
  return (
    <div className={css.two}>
      <span title={label}>
        {row.bidGroup !== null && `${t('bids.group.of', { group: groupLabel(row.bidGroup) })} · `}
        {label}
      </span>
      {maySettle ? <SettleWin row={row} saving={saving} /> : <AgentOrder row={row} saving={saving} />}
    </div>
  );
}

function AgentOrder({ row, saving }: AgentCellProps) {
  const nowMs = useNow();
  const mayResend = useMay('bidManageStatus') && nowMs < Date.parse(row.agentCutoff);
  if (row.notForwarded) {
    return (
      <Hint text={t('Bids.NotForwarded')}>
        <StatusDot tone="red">{t('bids.row.notForwarded')}</StatusDot>
        <span className="visually-hidden">{t('Bids.NotForwarded')}</span>
      </Hint>
    );
  }
  if (row.groupWaits && row.bidGroup !== null) {
    return <StatusDot tone="grey">{t('bids.row.groupWaits')}</StatusDot>;
  }
  if (!row.agentOrder) return <span />;
  if (row.agentOrder === 'failed' && mayResend) return <ResendOrder row={row} saving={saving} />;
  const long = t(`bids.row.order.${row.agentOrder}`);
  return (
    <Hint text={long}>
      <StatusDot tone={ORDER_TONES[row.agentOrder]}>{t(`bids.row.orderShort.${row.agentOrder}`)}</StatusDot>
      <span className="visually-hidden">{long}</span>
    </Hint>
  );
}
