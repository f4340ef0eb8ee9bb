import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { isForPage, keyOf } from '../../shell/navigation/keys.ts';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { originOf } from '../queue/queue.ts';
import { focusBid, queuedBids } from '../queue/row-focus.ts';
import css from '../queue/selection-and-undo.module.css';
import { useSelected, useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { BulkChange } from './bulk-change.tsx';

/** Without sold: a win has a price and is decided bid by bid. */
const BULK_STATUSES = [BID_STATUS.bid, BID_STATUS.dontBid, BID_STATUS.new, BID_STATUS.cancel, BID_STATUS.finished];

/** Label of the button: what it does and on how many lots. */
function doText(to: number, count: number): string {
  if (to === BID_STATUS.bid) return t('bids.bulk.doBid', { count });
  return to === BID_STATUS.dontBid
    ? t('bids.bulk.doDontBid', { count })
    : t('bids.bulk.title', { count, to: bidStatusText(to, false) });
}

/** Number and cost of the selected bids, with bulk actions. */
export function BulkBar({ rows }: { rows: readonly BidRow[] }) {
  const store = useSelectionAndUndo();
  const maySet = useMay('bidManageStatus');
  const selected = useSelected();
  const [change, setChange] = useState<{ rows: readonly BidRow[]; to: number } | null>(null);
  const chosen = rows.filter(({ bidId }) => selected.has(bidId));
  const requestStatus = (to: number) => maySet && chosen.length > 0 && setChange({ rows: chosen, to });
  const pressed = useEffectEvent((key: string) => requestStatus(Number(key)));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForPage(event) && /^[1-5]$/.test(keyOf(event))) pressed(keyOf(event));
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const sumYen = chosen.reduce((sum, { bidAmount }) => sum + bidAmount, 0);
  // The answer omits overbids for managers without `adjustmentPriceShow`, so the maximum is unknown.
  const isMaxKnown = chosen.every(({ adjustmentPrice }) => adjustmentPrice !== undefined);
  const maxYen = chosen.reduce((sum, row) => sum + row.bidAmount + (row.adjustmentPrice ?? 0), 0);
  return (
    <>
      {maySet && chosen.length > 0 && (
        <section className={css.bar} aria-label={t('bids.bulk.bar')}>
          <b role="status">{t('bids.bulk.selected', { count: chosen.length })}</b>
          <span className="quiet">
            {t('bids.bulk.sum')} <Money yen={sumYen} />
            {isMaxKnown && (
              <>
                , {t('bids.bulk.most')} <Money yen={maxYen} />
              </>
            )}
          </span>
          {BULK_STATUSES.map((to) => (
            <ActionButton key={to} kind="plain" size="sm" onClick={() => requestStatus(to)}>
              {bidStatusText(to, false)}
            </ActionButton>
          ))}
          <ActionButton kind="quiet" size="sm" onClick={store.clear} rightSection={<IconX size={16} aria-hidden />}>
            {t('bids.bulk.clear')}
          </ActionButton>
        </section>
      )}
      {change && (
        <BulkChange
          title={(count) => t('bids.bulk.title', { count, to: bidStatusText(change.to, false) })}
          confirmLabel={(count) => doText(change.to, count)}
          requests={change.rows.map((row) => ({ row, to: change.to }))}
          onSaved={(saved, failed) => {
            const step = store.remember(...saved.map(({ row, to }) => ({ row, patch: { bidStatus: to } })));
            const to = bidStatusText(change.to, false);
            const count = saved.length;
            const text =
              change.to === BID_STATUS.bid
                ? t('bids.notice.sent', { count, all: count + failed.length })
                : t('bids.notice.several', { count, to });
            store.showNotice({ text, step, failed, ...(count > 0 ? { status: change.to } : {}) });
            for (const { row } of saved) store.queue.decide(row.bidId, change.to);
            const [first] = saved;
            const wasNew = first?.row.bidStatus === BID_STATUS.new;
            if (first) {
              const origin = originOf(queuedBids(), first.row.bidId, wasNew);
              store.queue.start({ kind: 'on', origin }, Date.now());
            } else focusBid(change.rows[0]?.bidId ?? 0);
            store.clear();
          }}
          onClose={() => {
            setChange(null);
            if (document.activeElement === document.body) focusBid(change.rows[0]?.bidId ?? 0);
          }}
        />
      )}
    </>
  );
}
