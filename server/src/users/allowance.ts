import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { bidExposureYen, highestBidYen, MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import type { BalanceInfo } from '@seri/contract/users/routes.ts';
import type { AllowanceRow, findLotForClient } from './queries.ts';

type LotRow = NonNullable<Awaited<ReturnType<typeof findLotForClient>>>;

interface Account {
  allowance: AllowanceRow | undefined;
  permissions: Permissions;
  overbidYen: number;
}

/** Balance info of decisions D5.11; a manager bids for others only, so he has neither limits nor a bidAllow. */
export function toBalanceInfo(account: Account, lot: LotRow | undefined): BalanceInfo {
  const { allowance } = account;
  if (!allowance) return { balance: 0, creditLimit: -1, dailyBidLimit: -1, dailyUssLimit: -1, activeBids: 0 };
  return {
    balance: allowance.balance_yen,
    creditLimit: allowance.credit_limit_yen,
    bidAllow: lot ? allowedOnLotYen(allowance, account, lot) : allowedYen(allowance, account),
    dailyBidLimit: allowance.bids_left,
    dailyUssLimit: allowance.uss_left,
    activeBids: allowance.active_bids,
  };
}

/** What is left for one more bid somewhere, the usual adjustment taken off. */
function allowedYen(allowance: AllowanceRow, { permissions, overbidYen }: Account): number {
  if (permissions.creditLimitCheck === false || allowance.credit_limit_yen === -1) return MAX_BID_YEN;
  return Math.max(0, allowance.balance_yen + allowance.credit_limit_yen - allowance.exposure_yen - overbidYen);
}

/** The highest amount that passes on this lot; raising an own bid frees what that bid holds. */
function allowedOnLotYen(allowance: AllowanceRow, { permissions, overbidYen }: Account, lot: LotRow): number {
  const own = ownBid(lot);
  const highest = highestBidYen({
    client: {
      biddingAllowed: permissions.biddingAllowed,
      bidDeadlineCheck: permissions.bidDeadlineCheck,
      // A missing check counts as set: money fails closed.
      creditLimitCheck: permissions.creditLimitCheck !== false,
      dailyBidLimitCheck: permissions.dailyBidLimitCheck,
      balanceYen: allowance.balance_yen,
      creditLimitYen: allowance.credit_limit_yen,
      bidsLeftToday: allowance.bids_left,
      otherExposureYen: allowance.exposure_yen - (own ? bidExposureYen(own) : 0),
    },
    adjustmentYen: own?.adjustmentYen ?? adjustmentOf(lot, overbidYen),
    lot: { source: lot.lot_source === 'stock' ? 'stock' : 'auction' },
  });
  return Math.min(highest, MAX_BID_YEN);
}

/** What has a fixed price is never bought for more. */
const adjustmentOf = ({ lot_source, overbid_yen }: LotRow, overbidYen: number): number =>
  lot_source === 'stock' ? 0 : Math.min(overbid_yen ?? overbidYen, overbidYen);

function ownBid({ bid_status, amount_yen, adjustment_yen, held_yen, sold_price_yen }: LotRow) {
  if (bid_status === null || amount_yen === null || adjustment_yen === null) return null;
  return {
    status: bid_status,
    amountYen: amount_yen,
    adjustmentYen: adjustment_yen,
    heldYen: held_yen ?? 0,
    soldPriceYen: sold_price_yen,
  };
}
