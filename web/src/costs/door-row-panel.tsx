import type { LotDoor } from '@seri/contract/lots/records.ts';
import { lazy, Suspense } from 'react';
import { withAllTexts } from '../shell/i18n/i18n.ts';

const Figure = lazy(withAllTexts(() => import('./door-figure.tsx').then((part) => ({ default: part.DoorFigure }))));

/** Total and verdict in a row of a list. Loads after the list itself. */
export const DoorFigure = ({ door }: { door: LotDoor | undefined }) => (
  <Suspense fallback={<span className="quiet">–</span>}>
    <Figure door={door} />
  </Suspense>
);
