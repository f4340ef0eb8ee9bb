import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CarLotPage } from './car-lot.tsx';
import { type CarPage, lotPageQueries } from './lot-queries.ts';
import { LotSkeleton } from './lot-skeleton.tsx';
import { LotMissing } from './lot-states.tsx';

/** One car: photos, facts, sheet and bidding panel. */
function LotScreen({ pageType }: { pageType: CarPage }) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: lot, error, refetch } = useQuery(lotPageQueries.car(pageType, id));
  if (lot) return <CarLotPage key={id} pageType={pageType} lot={lot} />;
  return error ? <LotMissing pageType={pageType} error={error} onRetry={refetch} /> : <LotSkeleton />;
}

export const CarAuctionLotScreen = () => <LotScreen pageType="car-auction" />;
export const OnepriceLotScreen = () => <LotScreen pageType="stock" />;
export const CarStatisticsLotScreen = () => <LotScreen pageType="stats" />;
