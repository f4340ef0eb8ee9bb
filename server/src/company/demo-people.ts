import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { DemoPeople, DemoPerson } from '@seri/contract/company/routes.ts';
import { isDemonstration } from '../platform/company-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { countLateBids, type DemoPersonRow, findDemoPeople, findSampleLot } from './demo-queries.ts';
import { countNewBids } from './queries.ts';

/** The people of the demonstration with what waits for each now, and a sample lot; nothing in a real portal. */
export async function readDemoPeople(db: Db): Promise<DemoPeople> {
  if (!(await isDemonstration(db))) return { people: [], sample: null };
  const [rows, sample, newBids, lateBids] = await Promise.all([
    findDemoPeople(db),
    findSampleLot(db),
    countNewBids(db, null),
    countLateBids(db),
  ]);
  const lotPath = sample ? `/car-auction/${sample.id}` : '/car-auction';
  return {
    people: rows.map((row) => personOf(row, { newBids, lateBids, lotPath })),
    sample: sample
      ? {
          id: String(sample.id),
          vehicle: `${sample.maker} ${sample.model}`,
          year: sample.year,
          house: sample.house,
          lotNo: sample.lot_no,
          condition: sample.condition,
          mileageKm: sample.mileage_km,
          startPriceYen: sample.start_price_yen,
          likelyPriceYen: sample.average_price_yen,
          lowPriceYen: sample.price_low_yen,
          highPriceYen: sample.price_high_yen,
          sales: sample.average_sales,
          photo: sample.photo,
        }
      : null,
  };
}

interface Everybody {
  newBids: number;
  lateBids: number;
  lotPath: string;
}

function personOf(row: DemoPersonRow, { newBids, lateBids, lotPath }: Everybody): DemoPerson {
  const { email, name, city, clients, outbid, closing, bought } = row;
  const role = roleOf(row);
  const isManager = role === 'manager';
  return {
    email,
    role,
    name,
    city,
    story: {
      outbid: outbid && { vehicle: outbid.vehicle, byYen: outbid.by_yen },
      closing: closing && { vehicle: closing.vehicle, closesAt: japanIso(new Date(closing.closes_at)) },
      bought: bought && { vehicle: bought.vehicle },
      clients,
      openBids: isManager ? newBids : row.open_bids,
      lateBids: isManager ? lateBids : 0,
    },
    opens: { manager: '/bid-manager', restricted: lotPath, dealer: '/dealer-bids', client: clientPath(row) }[role],
  };
}

/** A client with bids lands on these; a client who only has a purchase lands on it. */
const clientPath = ({ bought, open_bids }: DemoPersonRow): string =>
  bought && open_bids === 0 ? `/purchased-cars/P${bought.purchase_id}` : '/bids';

/** The kind of a demonstration account, which is the key of its text on the log-in page. */
export function roleOf({ role_id, user_type }: Pick<DemoPersonRow, 'role_id' | 'user_type'>): DemoPerson['role'] {
  if (user_type === USER_TYPE.manager) return 'manager';
  if (role_id === ROLE.dealer) return 'dealer';
  return role_id === ROLE.restricted ? 'restricted' : 'client';
}
