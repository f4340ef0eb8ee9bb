import { lazy, Suspense } from 'react';
import type { DoorBidProps } from './door-bid.tsx';

const DoorBid = lazy(() => import('./door-bid.tsx').then((part) => ({ default: part.DoorBid })));

/** Id of the part of the bid panel with total, verdict and consent. */
const DOOR_BID = 'door-bid';
export const showDoorBid = () => document.getElementById(DOOR_BID)?.scrollIntoView({ block: 'center' });

/** Total and verdict in the bid panel, and the consent to a vehicle that may not be imported. */
export const DoorBidPanel = (props: Omit<DoorBidProps, 'id'>) => (
  <Suspense>
    <DoorBid id={DOOR_BID} {...props} />
  </Suspense>
);
