import { type RawBuilder, sql } from 'kysely';

/** Lots by their hour, one way or the other. */
export interface TimeOrder {
  key: RawBuilder<unknown>;
  isDescending: boolean;
  /** What an index holds of the hour, and the first place in it a lot of the day can have. */
  column: RawBuilder<unknown>;
  beginOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** What else than days an index in this order is narrowed by. */
  indexed: Names[][];
}

/** Upwards and downwards. */
interface TimeOrders {
  SOONEST: TimeOrder;
  LATEST: TimeOrder;
}
type Hours = 'coming' | 'sales';
type Names = 'maker' | 'model' | 'auction';

/** Where lots without a known hour stand in their day (time_up and time_down in server/schema/lots). */
const END_OF_DAY = sql`time '23:59:59.9995'`;
const beforeDay = (day: RawBuilder<unknown>) => sql`${day} - interval '0.5 milliseconds'`;

const UP = { column: sql`time_up`, beginOf: (day: RawBuilder<unknown>) => day };
const DOWN = { column: sql`time_down`, beginOf: beforeDay };

const MODEL: Names[] = ['maker', 'model'];

/** In the order of an index. */
export const WALKED: Record<Hours, TimeOrders> = {
  coming: ordersOf(
    { ...UP, key: sql`time_up`, indexed: [MODEL, ['auction']] },
    { ...DOWN, key: sql`time_down`, indexed: [] },
  ),
  sales: ordersOf({ ...UP, key: sql`time_up`, indexed: [] }, { ...DOWN, key: sql`time_down`, indexed: [MODEL] }),
};

/** Put in order: keys no index has, made of the one hour that the index of models holds. */
export const GATHERED: Record<Hours, TimeOrders> = {
  coming: ordersOf(
    { ...UP, key: sql`(time_up + interval '0')`, indexed: [] },
    { ...UP, key: sql`case when time_known then time_up else ${beforeDay(sql`auction_day`)} end`, indexed: [] },
  ),
  sales: ordersOf(
    {
      ...DOWN,
      key: sql`case when time_down < auction_day then auction_day + ${END_OF_DAY} else time_down end`,
      indexed: [],
    },
    { ...DOWN, key: sql`(time_down + interval '0')`, indexed: [] },
  ),
};

function ordersOf(up: Omit<TimeOrder, 'isDescending'>, down: Omit<TimeOrder, 'isDescending'>): TimeOrders {
  return {
    SOONEST: { ...up, isDescending: false },
    LATEST: { ...down, isDescending: true },
  };
}
