import type { QueryOf } from '@seri/contract/http.ts';
import { isVehicleIdentity, tidyChassis } from '@seri/contract/lots/chassis.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import * as sheets from '@seri/contract/sheets/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { type BuiltRow, findBuilt } from './production-month-queries.ts';

const CALLS = {
  'car-auction': sheets.carProductionMonth,
  stock: sheets.stockProductionMonth,
  stats: sheets.statsProductionMonth,
  bikes: sheets.bikesProductionMonth,
  'bike-stats': sheets.bikeStatsProductionMonth,
};
type Asked = QueryOf<(typeof CALLS)[PageType]>;

interface ProductionMonthOptions {
  /** The full chassis number of a lot; throws where the user may not open it. */
  findChassisNumber: (lotId: string, currentUser: CurrentUser) => Promise<string>;
}

/** Production months of vehicles, from the operator's ranges of serial numbers. */
export function productionMonthRoutes(
  app: FastifyInstance,
  { db }: Database,
  { findChassisNumber }: ProductionMonthOptions,
): void {
  const find = async (
    { chassis, carId, maker = '' }: Asked,
    currentUser: CurrentUser,
  ): Promise<BuiltRow | undefined> => {
    const ofLot = carId === undefined ? null : await findChassisNumber(carId, currentUser);
    const typed = readChassis(chassis);
    if (!typed) return undefined;
    const { code, serial } = completed(typed, ofLot);
    return serial === null ? undefined : findBuilt(db, { code, serial, maker });
  };

  for (const pageType of PAGE_TYPES)
    registerRoute(app, CALLS[pageType], async ({ query, currentUser }) => {
      // A number without a lot requires the page's flag; for a lot, the lot's own access applies
      // (business-rules.md#view-flags).
      const mayAsk = query.carId !== undefined || currentUser.permissions[PAGE_RULES[pageType].flag];
      if (!mayAsk) throw new ApiError('Access.Denied');
      const built = await find(query, currentUser);
      if (!built) throw new NotFound();
      return { carInfo: toCarInfo(built) };
    });
}

const toCarInfo = (built: BuiltRow) => ({
  year: built.year,
  month: built.month,
  modelCode: built.chassis_code,
  modelName: built.model_name,
  gradeCode: built.grade_code,
  engineNo: built.engine_no,
  transmission: built.transmission,
  description: built.description,
  code: built.code,
  colorCode: built.color_code,
  trimCode: built.trim_code,
  catalogNo: built.catalog_no,
});

/** A chassis number in its two parts; `serial` is null while only the code is known. */
interface ChassisNumber {
  code: string;
  serial: number | null;
}

/** Parses `zvw50 - 1234567` into ZVW50 and 1234567; null when it is not a chassis number. */
function readChassis(typed: string): ChassisNumber | null {
  const text = tidyChassis(typed).replaceAll(' ', '');
  const parts = /^([^-]{1,20})(?:-(\d{0,15}))?$/.exec(text);
  if (!parts?.[1]) return null;
  return { code: parts[1], serial: parts[2] ? Number(parts[2]) : null };
}

/** Completes a typed code with the lot's own serial number, when the codes are equal. */
function completed(typed: ChassisNumber, ofLot: string | null): ChassisNumber {
  // A masked or cut number identifies no vehicle (business-rules.md#vehicle-identity).
  const known = ofLot !== null && isVehicleIdentity(ofLot) ? readChassis(ofLot) : null;
  return typed.serial === null && known?.code === typed.code ? known : typed;
}
