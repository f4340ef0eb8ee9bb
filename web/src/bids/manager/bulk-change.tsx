import { updateBidStatuses } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { zonedTime } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { Money } from '../../ui/data/money.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { refreshLists } from '../core/queries.ts';
import { RefusalNote } from '../core/refusal-note.tsx';
import css from '../queue/selection-and-undo.module.css';
import type { Notice } from '../queue/selection-and-undo.ts';
import { confirmationFor, isPossible } from '../status/status-change.ts';

export interface StatusRequest {
  row: BidRow;
  to: number;
}

interface BulkChangeProps {
  requests: readonly StatusRequest[];
  title: (count: number) => string;
  confirmLabel: string;
  /** Called with the saved changes, if any, and the refusals. */
  onSaved: (saved: readonly StatusRequest[], refused: Notice['failed']) => void;
  onClose: () => void;
}

/** Scroll longer lists, by keyboard as well. */
const MAX_VISIBLE = 4;

type Result = ReplyOf<typeof updateBidStatuses>['results'][number];
interface ResultText {
  tone?: 'red' | 'amber' | 'green';
  text: string;
}

/** One confirmation for several bids: each with its expected change, afterwards with its result. */
export function BulkChange({ requests, title, confirmLabel, onSaved, onClose }: BulkChangeProps) {
  const client = useQueryClient();
  const lastHourBidWarning = useMay('lastHourBidWarning');
  const { mutateAsync, isPending, error } = useIdempotentMutation(updateBidStatuses);
  const [isOpen, setIsOpen] = useState(true);
  const [results, setResults] = useState<ReadonlyMap<number, Result> | null>(null);
  // Decide eligibility when the dialog opens; the list below keeps updating.
  const [bids] = useState(() =>
    requests.map(({ row, to }) => ({
      row,
      to,
      isPossible: row.bidStatus !== to && isPossible(row, to),
      confirmations: confirmationFor(row, to, lastHourBidWarning).confirmations,
    })),
  );
  const left = bids.filter(({ row, isPossible: canBeSet }) => canBeSet && !results?.has(row.bidId));
  const isLate = left.some((bid) => bid.confirmations.includes('lastHour'));
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  const send = async () => {
    const answered = new Map(results);
    for (const to of new Set(left.map((bid) => bid.to))) {
      const bidIds = left.filter((bid) => bid.to === to).map(({ row }) => row.bidId);
      const body = { bidIds, status: to, ...(isLate ? { lastHourAccepted: true } : {}) };
      const answer = await mutateAsync(body).catch(() => null);
      // The same confirmation can be sent again; answers received so far are kept.
      if (!answer) break;
      for (const result of answer.results) answered.set(result.bidId, result);
    }
    void refreshLists(client);
    const isChanged = ({ row }: StatusRequest) => answered.get(row.bidId)?.success === true;
    const saved = left.filter(isChanged);
    const refused = left.flatMap(({ row: { bidId, lotNo } }) => {
      const result = answered.get(bidId);
      return result && !result.success ? [{ bidId, lotNo, reason: resultOf(result).text }] : [];
    });
    if (saved.length > 0) onSaved(saved, refused);
    if (left.every(isChanged)) close();
    else if (answered.size > 0) setResults(answered);
  };
  const isDone = left.length === 0;
  return (
    <ConfirmDialog
      opened={isOpen}
      focusConfirm
      title={
        results && isDone
          ? t('bids.bulk.doneTitle', { count: [...results.values()].filter(({ success }) => success).length })
          : title(left.length)
      }
      confirmLabel={isDone ? t('Bids.Close') : isLate ? t('Bids.Accept') : confirmLabel}
      cancelLabel={t('bids.ask.back')}
      kind={isLate && !isDone ? 'bid' : 'act'}
      pending={isPending}
      onConfirm={() => (isDone ? close() : void send())}
      onCancel={close}
    >
      <ul className={css.bids} aria-label={t('bids.bulk.bar')} tabIndex={bids.length > MAX_VISIBLE ? 0 : undefined}>
        {bids.map((bid) => {
          const result = results?.get(bid.row.bidId);
          const resultText = result ? resultOf(result) : expectedText(bid);
          return (
            <li key={bid.row.bidId}>
              <span>
                <b>{bid.row.lotNo}</b> {bid.row.maker} {bid.row.model} · {bid.row.user?.name}
              </span>
              <Money yen={bid.row.bidAmount} />
              <span className="small" data-tone={resultText.tone}>
                {resultText.text}
              </span>
            </li>
          );
        })}
      </ul>
      {error && <RefusalNote error={error} />}
    </ConfirmDialog>
  );
}

const IMPOSSIBLE = (): ResultText => ({ tone: 'amber', text: t('bids.bulk.impossible') });

function expectedText(bid: StatusRequest & { isPossible: boolean; confirmations: readonly string[] }): ResultText {
  const { row, to, isPossible: canBeSet, confirmations } = bid;
  if (!canBeSet) return IMPOSSIBLE();
  const change = `${bidStatusText(row.bidStatus ?? BID_STATUS.new, false)} → ${bidStatusText(to, false)}`;
  if (confirmations.includes('lastHour')) return { tone: 'red', text: `${change} · ${t('Bids.NotForwarded')}` };
  const day = confirmations.includes('future') ? ` · ${zonedTime(row.auctionDate)}` : '';
  return { text: change + day };
}

const resultOf = ({ success, error }: Result): ResultText =>
  success
    ? { tone: 'green', text: t('bids.bulk.done') }
    : { tone: 'red', text: textOf(`Error.${error}`, 'Error.Default') };
