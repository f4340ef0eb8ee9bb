import type { Permissions } from '@seri/contract/auth/permissions.ts';
import { MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import type { BalanceInfo } from '@seri/contract/users/routes.ts';
import type { AllowanceRow } from './queries.ts';

interface Account {
  allowance: AllowanceRow | undefined;
  permissions: Permissions;
  overbidYen: number;
}

/** Balance and free amount in yen, for one lot if given (business-rules.md#exposure). Managers bid only for clients, so they have no limits. */
export function toBalanceInfo(account: Account, onLotYen: number | undefined): BalanceInfo {
  const { allowance } = account;
  if (!allowance) return { balance: 0, creditLimit: -1, dailyBidLimit: -1, dailyUssLimit: -1, activeBids: 0 };
  return {
    balance: allowance.balance_yen,
    creditLimit: allowance.credit_limit_yen,
    bidAllow: onLotYen ?? allowedYen(allowance, account),
    dailyBidLimit: allowance.bids_left,
    dailyUssLimit: allowance.uss_left,
    activeBids: allowance.active_bids,
  };
}

/** The amount left for one more bid on any lot, less the usual overbid. */
function allowedYen(allowance: AllowanceRow, { permissions, overbidYen }: Account): number {
  if (permissions.creditLimitCheck === false || allowance.credit_limit_yen === -1) return MAX_BID_YEN;
  return Math.max(0, allowance.balance_yen + allowance.credit_limit_yen - allowance.exposure_yen - overbidYen);
}
