import type { PageType } from '@seri/contract/lots/page-types.ts';
import { Suspense } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { DoorSkeleton } from './door-skeleton.tsx';

const DoorBlock = lazyPart(() => import('./door-block.tsx'), 'DoorBlock');

interface DoorPanelProps {
  pageType: PageType;
  lotId: string;
}

/** The total at the reader's door with its rules; the total is in the heading even when the block is folded. */
export const DoorPanel = (props: DoorPanelProps) => (
  <Suspense fallback={<DoorSkeleton />}>
    <DoorBlock {...props} />
  </Suspense>
);
