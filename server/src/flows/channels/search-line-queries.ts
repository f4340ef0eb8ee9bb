import { offered, type Permissions, type Service } from '@seri/contract/auth/permissions.ts';
import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { sql } from 'kysely';
import { type Audience, matching, POSTGRES } from '../../lots/core/condition-queries.ts';
import type { Db } from '../../platform/db/db.ts';

export interface LineReader {
  isStaff: boolean;
  permissions: Permissions;
}

/** The account of a reader outside the portal, with the flags of this moment. */
export async function findLineReader(db: Db, userId: number): Promise<LineReader | undefined> {
  const { rows } = await sql<{ isStaff: boolean; permissions: Permissions; switchedOff: Service[] | null }>`
    select user_type = 3 as "isStaff", permissions,
           (select value from company_settings where key = 'switchedOff') as "switchedOff"
      from users where id = ${userId} and role_id <> 982`.execute(db);
  const [row] = rows;
  return row && { isStaff: row.isStaff, permissions: offered(row.permissions, row.switchedOff ?? []) };
}

export interface LineLot {
  id: number;
  year: number | null;
  name: string;
  lotNo: number;
  house: string;
  condition: string;
  mileageKm: number | null;
  startPriceYen: number | null;
  bidsCloseAt: Date;
}

/** Lots of a page that match, those that close first. */
export async function findLineLots(
  db: Db,
  pageType: PageType,
  filter: LotFilter,
  audience: Audience,
  limit: number,
): Promise<LineLot[]> {
  const { rows } = await sql<LineLot>`
    select lots.id, year, concat_ws(' ', maker, model, nullif(grade, '')) as name, lot_no as "lotNo", h.name as house,
           condition, mileage_km as "mileageKm", start_price_yen as "startPriceYen", bids_close_at as "bidsCloseAt"
      from (select * from lots where ${matching(POSTGRES, { pageType, filter, audience })}
             order by bids_close_at, id limit ${limit}) lots
      join auction_houses h on h.id = lots.house_id order by bids_close_at, lots.id`.execute(db);
  return rows;
}

/** First picture of a lot, as the address in its record. */
export async function findLotImage(db: Db, lotId: number): Promise<string | undefined> {
  const { rows } = await sql<{
    image: string | null;
  }>`select images[1] as image from lots where id = ${lotId}`.execute(db);
  return rows[0]?.image ?? undefined;
}

export const mayView = ({ permissions }: LineReader, pageType: PageType): boolean =>
  permissions[PAGE_RULES[pageType].flag] === true;
