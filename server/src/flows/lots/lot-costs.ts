import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { CostedLot } from '../../costs/routes.ts';
import { openLot } from '../../lots/core/open-lot.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { findBuiltMonth } from '../queries.ts';

/** Input of the cost rules for a lot that the current user may open. */
export async function findCostedLot(
  db: Db,
  pageType: PageType,
  id: string,
  currentUser: CurrentUser,
): Promise<CostedLot> {
  const lot = await openLot(db, pageType, id, currentUser);
  const month = await findBuiltMonth(db, lot.id);
  return {
    facts: {
      house: lot.house_name,
      vehicle: lot.vehicle,
      engineCc: lot.engine_cc,
      powerPs: lot.horse_power,
      ageMonths: lot.year === null ? null : ageMonths({ year: lot.year, month: month ?? 1 }, japanDay(lot.now)),
      isMonthKnown: month !== null,
    },
    haulageYen: lot.haulage_yen,
  };
}

export const ageMonths = ({ year, month }: { year: number; month: number }, day: string): number => {
  const [thisYear = 0, thisMonth = 1] = day.split('-').map(Number);
  return Math.max(0, (thisYear - year) * 12 + thisMonth - month);
};
