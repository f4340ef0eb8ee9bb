import type { PageType } from '@seri/contract/lots/page-types.ts';
import {
  bikeStatsProductionMonth,
  bikesProductionMonth,
  carProductionMonth,
  statsProductionMonth,
  stockProductionMonth,
} from '@seri/contract/sheets/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';

const CALLS = {
  'car-auction': carProductionMonth,
  stock: stockProductionMonth,
  stats: statsProductionMonth,
  bikes: bikesProductionMonth,
  'bike-stats': bikeStatsProductionMonth,
};

/** Vehicle whose production month is searched; `chassis` is its code, the full number stays on the server. */
export interface BuiltVehicle {
  pageType: PageType;
  lotId: string;
  maker: string;
  model: string;
  chassis: string;
  auction: string;
  lotNo: number;
}

/** Each press of the button fetches, but never twice for the same number. */
export const productionMonthOf = ({ pageType, lotId, maker, model, auction, lotNo }: BuiltVehicle, typed: string) =>
  queryOptions({
    queryKey: ['sheets', 'production-month', pageType, lotId, typed],
    queryFn: ({ signal }) =>
      call(CALLS[pageType], {
        query: { maker, chassis: typed, model, carId: lotId, auction, lotNo: String(lotNo) },
        signal,
      }),
    enabled: typed !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
