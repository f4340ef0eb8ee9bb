import type { LotDoor } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { yen } from '../shell/i18n/format.ts';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { inCurrency } from './cost-texts.ts';
import { doorQuery } from './door-queries.ts';

const Figure = lazyPart(
  withAllTexts(() => import('./door-figure.tsx')),
  'DoorFigure',
);

/** Total and verdict in a row of a list. Loads after the list itself. */
export const DoorFigure = ({ door }: { door: LotDoor | undefined }) => (
  <Suspense fallback={<span className="quiet">–</span>}>
    <Figure door={door} />
  </Suspense>
);

/** Text of an amount in the currency of the reader's door; in yen until the door is known, or when not `isNeeded`. */
export function useDoorMoney(isNeeded: boolean): (amountYen: number) => string {
  const { data } = useQuery({ ...doorQuery, enabled: isNeeded });
  return data ? (amountYen) => inCurrency(amountYen, data.door.currency, data.rates) : yen;
}
