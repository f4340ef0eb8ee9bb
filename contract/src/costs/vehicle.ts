import * as z from 'zod/mini';
import { FUELS, HYBRIDS, STEERINGS } from '../lots/facts.ts';

const count = z.nullable(z.number());
const word = z.nullable(z.string());

/** The known facts of a vehicle that somebody wants to import; null is unknown and is never guessed. */
export const importedVehicle = z.object({
  vehicle: z.enum(['car', 'bike']),
  house: z.string(),
  /** The port from which the auction house exports. */
  port: word,
  make: z.string(),
  model: z.string(),
  typeCode: word,
  fuel: z.nullable(z.enum(FUELS)),
  hybrid: z.nullable(z.enum(HYBRIDS)),
  engineCc: count,
  powerPs: count,
  power30MinutePs: count,
  firstRegistrationYear: count,
  /** 1 to 12. */
  firstRegistrationMonth: count,
  builtYear: count,
  builtMonth: count,
  steering: z.nullable(z.enum(STEERINGS)),
  drive: word,
  body: word,
  seats: count,
  doors: count,
  lengthMm: count,
  widthMm: count,
  heightMm: count,
  weightKg: count,
  co2GPerKm: count,
  /** The customs reference value that a manager looked up for this vehicle, in the currency of the country's rule. */
  referenceValue: count,
});
export type ImportedVehicle = z.infer<typeof importedVehicle>;
