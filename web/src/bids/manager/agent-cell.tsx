import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useNowUntil } from '../../shell/i18n/clock.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { bidQueries } from '../core/queries.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import own from './agent-cell.module.css';
import css from './manager.module.css';
import { OrderState } from './order-state.tsx';
import { ResendOrder } from './resend-order.tsx';
import { SettleWin } from './settle-win.tsx';

interface AgentCellProps {
  row: BidRow;
  saving: RowSave;
}

/** Group, export type and order state of a bid, with the button that settles a win. */
export function AgentCell({ row, saving }: AgentCellProps) {
  const maySettle = useMay('bidManageStatus') && row.bidStatus === BID_STATUS.win && !row.archived;
  const { data: types = [] } = useQuery({ ...bidQueries.types(true), enabled: useMay('exportTypeShow') });
  // The answer omits the type for managers without the right to see it; show nothing then.
  const isTypeShown = row.exportType !== undefined;
  const label = isTypeShown && (types.find((type) => type.value === row.exportType)?.label ?? '–');
  const letter = row.bidGroup === null ? null : groupLabel(row.bidGroup);
  const group = letter && t('bids.group.of', { group: letter });
  return (
    <div className={css.two}>
      <span className={own.kind} title={[group, label].filter(Boolean).join(' · ')}>
        {group && (
          <>
            <span className={own.group}>{group}</span>
            <b className={own.letter} aria-hidden>
              {letter}
            </b>
            {isTypeShown && ' · '}
          </>
        )}
        {label}
      </span>
      {maySettle ? <SettleWin row={row} saving={saving} /> : <AgentOrder row={row} saving={saving} />}
    </div>
  );
}

function AgentOrder({ row, saving }: AgentCellProps) {
  const isBeforeCutoff = useNowUntil(row.agentCutoff) < Date.parse(row.agentCutoff);
  const mayResend = useMay('bidManageStatus') && (isBeforeCutoff || row.negotiation !== null);
  const isStuck = row.agentOrder === 'failed' && !row.notForwarded && !row.groupWaits;
  return isStuck && mayResend ? <ResendOrder row={row} saving={saving} /> : <OrderState bid={row} />;
}
