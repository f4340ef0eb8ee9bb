import { lazy, Suspense } from 'react';
import type { DoorBidProps } from './door-bid.tsx';

const DoorBid = lazy(() => import('./door-bid.tsx').then((part) => ({ default: part.DoorBid })));

/** Total and verdict in the bid panel, and the consent to a vehicle that may not be imported. */
export const DoorBidPanel = (props: DoorBidProps) => (
  <Suspense>
    <DoorBid {...props} />
  </Suspense>
);
