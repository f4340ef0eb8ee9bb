import * as z from 'zod/mini';
import { type FactName, type FactValues, factShape, type MANAGER_FACTS } from '../lots/facts.ts';

const orUnknown = <S extends z.ZodMiniType>(value: S) => z.optional(z.nullable(value));

/**
 * Fields of a lot row with facts of the vehicle (lots/facts.ts); absent or null while unknown. Its power is `horsePower`
 * and its drive `drive`, which every row has.
 */
export const factFields = {
  typeCode: orUnknown(factShape.typeCode),
  fuel: orUnknown(factShape.fuel),
  hybrid: orUnknown(factShape.hybrid),
  power30MinutePs: orUnknown(factShape.power30MinutePs),
  firstRegistrationYear: orUnknown(factShape.firstRegistrationYear),
  firstRegistrationMonth: orUnknown(factShape.firstRegistrationMonth),
  steering: orUnknown(factShape.steering),
  seats: orUnknown(factShape.seats),
  doors: orUnknown(factShape.doors),
  body: orUnknown(factShape.body),
  lengthMm: orUnknown(factShape.lengthMm),
  widthMm: orUnknown(factShape.widthMm),
  heightMm: orUnknown(factShape.heightMm),
  weightKg: orUnknown(factShape.weightKg),
  co2GPerKm: orUnknown(factShape.co2GPerKm),
  exteriorGrade: orUnknown(factShape.exteriorGrade),
  interiorGrade: orUnknown(factShape.interiorGrade),
} as const;
export const FACT_FIELDS = Object.keys(factFields) as (keyof typeof factFields)[];

/** Facts of a row that its fields state. */
export type StatedFacts = {
  [Name in Exclude<FactName, 'powerPs' | 'drive' | (typeof MANAGER_FACTS)[number]>]?: FactValues[Name] | null;
};
