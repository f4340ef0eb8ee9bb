import type { ImportedVehicle } from '@seri/contract/costs/vehicle.ts';
import { builtOf, type FactsByOrigin, resolveFacts } from '@seri/contract/lots/facts.ts';
import type { CostedLotRow } from './queries.ts';

/** The facts that import laws ask about a lot, as far as they are known. */
export function vehicleOfLot(
  lot: Omit<CostedLotRow, 'id' | 'haulage_yen' | 'auction_day' | 'average_price_yen' | 'start_price_yen'>,
  referenceValue: number | null,
): ImportedVehicle {
  const facts = resolveFacts(lot.facts as FactsByOrigin);
  const registeredYear = facts.firstRegistrationYear?.value ?? null;
  const built = builtOf(lot, facts);
  return {
    vehicle: lot.vehicle,
    house: lot.house,
    port: lot.port,
    make: lot.maker,
    model: lot.model,
    typeCode: facts.typeCode?.value ?? (lot.chassis_code === '' ? null : lot.chassis_code),
    fuel: facts.fuel?.value ?? null,
    hybrid: facts.hybrid?.value ?? null,
    engineCc: lot.displacement_cc,
    powerPs: facts.powerPs?.value ?? null,
    power30MinutePs: facts.power30MinutePs?.value ?? null,
    // Without a registration of its own, the age counts from the year and month of build.
    firstRegistrationYear: registeredYear ?? built.year,
    firstRegistrationMonth: facts.firstRegistrationMonth?.value ?? (registeredYear === null ? built.month : null),
    builtYear: built.year,
    builtMonth: built.month,
    steering: facts.steering?.value ?? null,
    drive: facts.drive?.value ?? null,
    body: facts.body?.value ?? null,
    seats: facts.seats?.value ?? null,
    doors: facts.doors?.value ?? null,
    lengthMm: facts.lengthMm?.value ?? null,
    widthMm: facts.widthMm?.value ?? null,
    heightMm: facts.heightMm?.value ?? null,
    weightKg: facts.weightKg?.value ?? null,
    co2GPerKm: facts.co2GPerKm?.value ?? null,
    referenceValue,
  };
}

/** The price of totals in lists: the average of similar sales, otherwise the start price. */
export const likelyYenOf = (lot: Pick<CostedLotRow, 'average_price_yen' | 'start_price_yen'>): number | null =>
  lot.average_price_yen ?? lot.start_price_yen;
