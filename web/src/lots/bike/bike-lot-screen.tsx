import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type BikePage, lotPageQueries } from '../lot/lot-queries.ts';
import { LotSkeleton } from '../lot/lot-skeleton.tsx';
import { LotMissing } from '../lot/lot-states.tsx';
import { BikeLotPage } from './bike-lot.tsx';

/** One motorcycle: photos, facts, inspection and bidding panel. */
function BikeLotScreen({ pageType }: { pageType: BikePage }) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: lot, error, refetch } = useQuery(lotPageQueries.bike(pageType, id));
  if (lot) return <BikeLotPage key={id} pageType={pageType} lot={lot} />;
  return error ? <LotMissing pageType={pageType} error={error} onRetry={refetch} /> : <LotSkeleton />;
}

export const BikeAuctionLotScreen = () => <BikeLotScreen pageType="bikes" />;
export const BikeStatisticsLotScreen = () => <BikeLotScreen pageType="bike-stats" />;
