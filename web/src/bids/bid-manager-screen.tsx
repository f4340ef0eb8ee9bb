import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

export const BidManagerScreen = () => (
  <Page>
    <SkeletonRows rows={6} />
  </Page>
);
