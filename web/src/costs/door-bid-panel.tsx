import { Suspense } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import css from './door.module.css';
import type { DoorBidProps } from './door-bid.tsx';

const DoorBid = lazyPart(() => import('./door-bid.tsx'), 'DoorBid');

/** Id of the part of the bid panel with total, verdict and consent. */
const DOOR_BID = 'door-bid';
export const showDoorBid = () => document.getElementById(DOOR_BID)?.scrollIntoView({ block: 'center' });

/** Total and verdict in the bid panel, and the consent to a vehicle that may not be imported. */
export const DoorBidPanel = (props: Omit<DoorBidProps, 'id' | 'room'>) => (
  <Suspense fallback={<Room />}>
    <DoorBid id={DOOR_BID} room={<Room />} {...props} />
  </Suspense>
);

/** As high as total and verdict, so that the button below does not move under a finger when they arrive. */
const Room = () => (
  <div className={css.bid}>
    <div className={css.bidTotal}>
      <span>{t('costs.title')}</span>
      <b>–</b>
    </div>
    <span className={css.verdict}>{'\u00a0'}</span>
  </div>
);
