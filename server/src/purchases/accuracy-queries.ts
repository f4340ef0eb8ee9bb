import type { AccuracyLine, AccuracyPeriod, DestinationAccuracy } from '@seri/contract/purchases/accuracy-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { feeLines } from './fee-queries.ts';

interface AccuracyRow extends AccuracyLine {
  en: string;
  ru: string;
  allPurchases: number;
}

/**
 * Compares the stored estimates of purchases of a period with the ledger, the destination with the most purchases first.
 * Only lines that have both figures count: what was never charged says nothing about the table.
 */
export async function findEstimateAccuracy(
  db: Db,
  { dateFrom, dateTo }: AccuracyPeriod,
): Promise<DestinationAccuracy[]> {
  const isOpen = dateFrom === undefined && dateTo === undefined;
  const { rows } = await sql<AccuracyRow>`
    with estimated as (
      select purchases.id, estimate -> 'destination' ->> 'en' as en, estimate -> 'destination' ->> 'ru' as ru,
             cost ->> 'kind' as kind, sum((cost ->> 'amountYen')::bigint) as yen
        from purchases cross join lateral jsonb_array_elements(estimate -> 'costs') cost
       where estimate is not null
         and purchased_on >= coalesce(${dateFrom ?? null}::date,
               case when ${isOpen} then (now() at time zone 'Asia/Tokyo')::date - interval '12 months' else '-infinity' end)
         and purchased_on <= coalesce(${dateTo ?? null}::date, 'infinity')
       group by 1, 2, 3, 4
    ), charged as (
      select purchases.id, booked.kind, booked.yen
        from purchases cross join lateral (values ('agentFee', agent_fee_yen), ('haulage', haulage_yen)) booked (kind, yen)
       where estimate is not null
      union all
      select purchases.id, fee.kind, fee.yen from purchases cross join lateral ${feeLines} fee where estimate is not null
    ), both_known as (
      select en, ru, id, kind, estimated.yen as estimated, charged.yen as charged
        from estimated join charged using (id, kind)
       where charged.yen <> 0
    )
    select en, ru, kind, count(*)::integer as purchases,
           (select count(distinct id) from both_known here where (here.en, here.ru) = (both_known.en, both_known.ru))::integer
             as "allPurchases",
           round(avg(estimated))::bigint as "meanEstimatedYen", round(avg(charged))::bigint as "meanChargedYen",
           round(avg(charged - estimated))::bigint as "meanDifferenceYen",
           round(avg(abs(charged - estimated)))::bigint as "meanErrorYen"
      from both_known
     group by en, ru, kind
     order by "allPurchases" desc, en, ru, "meanErrorYen" desc, kind`.execute(db);
  return [...Map.groupBy(rows, ({ en, ru }) => JSON.stringify([en, ru])).values()].map((lines) => {
    const [{ en, ru, allPurchases }] = lines as [AccuracyRow];
    return {
      destination: { en, ru },
      purchases: allPurchases,
      lines: lines.map(({ en: _, ru: __, allPurchases: ___, ...line }) => line),
    };
  });
}
