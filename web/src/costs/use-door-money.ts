import { useQuery } from '@tanstack/react-query';
import { yen } from '../shell/i18n/format.ts';
import { inCurrency } from './cost-texts.ts';
import { doorQuery } from './door-queries.ts';

/** Text of an amount in the currency of the reader's door; in yen until the door is known, or when not `isNeeded`. */
export function useDoorMoney(isNeeded: boolean): (amountYen: number) => string {
  const { data } = useQuery({ ...doorQuery, enabled: isNeeded });
  return data ? (amountYen) => inCurrency(amountYen, data.door.currency, data.rates) : yen;
}
