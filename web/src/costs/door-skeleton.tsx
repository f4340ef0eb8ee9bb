import { SkeletonBlock } from '../ui/data/skeleton.tsx';

/** Keeps the place of the total while it loads. */
export const DoorSkeleton = () => (
  <div>
    <SkeletonBlock height={64} quiet />
  </div>
);
