import { type BidOutcome, outcomeOf } from '@seri/contract/bids/outcome.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { useByClock } from '../../shell/i18n/clock.ts';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import css from './bid-outcome.module.css';

/**
 * The outcome of a bid in the buyer's words, with the difference to the bid; nothing before the auction. A negotiation
 * has a note of its own.
 */
export function BidOutcomeNote({ row }: { row: BidRow }) {
  const hasDeadline = useSession().permissions.bidDeadlineCheck;
  // Compared as text: an equal outcome is a new object at each tick of the clock.
  const found = useByClock((nowMs) => JSON.stringify(outcomeOf(row, nowMs, hasDeadline)));
  const outcome = JSON.parse(found) as BidOutcome | null;
  if (!outcome) return null;
  const detail = outcomeDetail(outcome, row.bidAmount);
  return (
    <div className={css.outcome} data-kind={outcome.kind}>
      <b>{outcomeText(outcome)}</b>
      {detail && <span className="quiet small">{detail}</span>}
    </div>
  );
}

/** One sentence for each outcome. */
function outcomeText(outcome: BidOutcome): string {
  switch (outcome.kind) {
    case 'won':
      return t('bids.outcome.won', { amount: yen(outcome.priceYen) });
    case 'outbid':
      return t('bids.outcome.outbid', { amount: yen(outcome.byYen) });
    default:
      return t(`bids.outcome.${outcome.kind}`);
  }
}

function outcomeDetail(outcome: BidOutcome, bidYen: number): string {
  switch (outcome.kind) {
    case 'won':
      return outcome.underYen > 0 ? t('bids.outcome.wonUnder', { amount: yen(outcome.underYen) }) : '';
    case 'outbid':
      return t('bids.outcome.outbidBy', { price: yen(outcome.priceYen), bid: yen(bidYen) });
    case 'soldToOther':
      return outcome.priceYen === null
        ? ''
        : t('bids.outcome.outbidBy', { price: yen(outcome.priceYen), bid: yen(bidYen) });
    case 'withdrawn':
      return t('bids.outcome.nothingToPay');
    default:
      return '';
  }
}
