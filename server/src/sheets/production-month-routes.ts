import type { QueryOf } from '@seri/contract/http.ts';
import * as sheets from '@seri/contract/sheets/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { NotFound } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { completed, readChassis } from './production-month.ts';
import { type BuiltRow, findBuilt } from './production-month-queries.ts';

const CALLS = [
  sheets.carProductionMonth,
  sheets.stockProductionMonth,
  sheets.statsProductionMonth,
  sheets.bikesProductionMonth,
  sheets.bikeStatsProductionMonth,
];
type Asked = QueryOf<(typeof CALLS)[number]>;

interface ProductionMonthOptions {
  /** The full chassis number of a lot the viewer may open, else null. */
  findChassisNumber: (lotId: string, viewer: Viewer) => Promise<string | null>;
}

/** When a vehicle was built, by the ranges of serial numbers that the operator imports. */
export function productionMonthRoutes(
  app: FastifyInstance,
  { db }: Database,
  { findChassisNumber }: ProductionMonthOptions,
): void {
  const find = async ({ chassis, carId, maker = '' }: Asked, viewer: Viewer): Promise<BuiltRow | undefined> => {
    const typed = readChassis(chassis);
    if (!typed) return undefined;
    const ofLot = typed.serial === null && carId ? await findChassisNumber(carId, viewer) : null;
    const { code, serial } = completed(typed, ofLot);
    return serial === null ? undefined : findBuilt(db, { code, serial, maker });
  };

  for (const call of CALLS)
    serve(app, call, async ({ query, viewer }) => {
      const built = await find(query, viewer);
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
