import * as z from 'zod/mini';

/**
 * Facts of a vehicle: what laws, filters and comparisons ask about it (business-rules.md#vehicle-facts). Each value has
 * an origin. An unknown fact is absent and is never guessed.
 */

export const FUELS = ['petrol', 'diesel', 'lpg', 'cng', 'hydrogen', 'electric'] as const;
export type Fuel = (typeof FUELS)[number];

/**
 * Kinds of hybrid drive. `series`: only the electric motor drives the wheels. `plugIn`: charged from outside.
 * `unspecified`: a hybrid that is not charged from outside, of unknown kind (mild, full or series); an emission class says
 * no more than that.
 */
export const HYBRIDS = ['none', 'mild', 'full', 'series', 'plugIn', 'unspecified'] as const;
export type Hybrid = (typeof HYBRIDS)[number];

export const STEERINGS = ['right', 'left'] as const;
export type Steering = (typeof STEERINGS)[number];

/** Driven wheels: all, front, rear, or two of them where the source does not say which. */
export const DRIVES = ['4wd', 'fwd', 'rwd', '2wd'] as const;
export type Drive = (typeof DRIVES)[number];

/** Kinds in filters: front and rear are both two-wheel drive. */
export const DRIVE_KINDS = ['2wd', '4wd'] as const;
export type DriveKind = (typeof DRIVE_KINDS)[number];
/** The kind that filters distinguish. */
export const driveKindOf = (drive: Drive): DriveKind => (drive === '4wd' ? '4wd' : '2wd');

export const BODIES = [
  'hatchback',
  'sedan',
  'wagon',
  'minivan',
  'suv',
  'coupe',
  'convertible',
  'van',
  'pickup',
  'truck',
  'bus',
] as const;
export type Body = (typeof BODIES)[number];

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
/** Shape of a type code: `3BA-AGH40W`, `E-BNR32`, or the code alone, `AGH40W`; see vehicle/type-code.ts. */
export const TYPE_CODE = /^(?:[A-Z0-9]{1,3}-)?[A-Z0-9]{2,12}$/;
/** Grade of the exterior or interior as the auction house wrote it: a letter or a digit, `B`, `B+`, `4`. */
export const PART_GRADE = /^(?:[A-F]|[0-9](?:\.5)?|S)[+-]?$/;

/** Schema of each fact's value. Power is in PS (metric horsepower), lengths in mm, weight in kg, CO₂ in g/km. */
export const factShape = {
  /** Emission class, dash and code, `3BA-AGH40W`, or the code alone. */
  typeCode: z.string().check(z.regex(TYPE_CODE)),
  fuel: z.enum(FUELS),
  hybrid: z.enum(HYBRIDS),
  /** Displacement, cm³; see {@link MANAGER_FACTS}. */
  engineCc: whole(0, 99_999),
  /** Maximum power of the drive, PS. */
  powerPs: whole(1, 5_000),
  /** Power that an electric motor holds for 30 minutes (UN Regulation 85), PS. */
  power30MinutePs: whole(1, 5_000),
  firstRegistrationYear: whole(1900, 2100),
  /** 1 to 12. */
  firstRegistrationMonth: whole(1, 12),
  builtYear: whole(1900, 2100),
  /** 1 to 12. */
  builtMonth: whole(1, 12),
  steering: z.enum(STEERINGS),
  drive: z.enum(DRIVES),
  seats: whole(1, 100),
  doors: whole(1, 8),
  body: z.enum(BODIES),
  lengthMm: whole(500, 30_000),
  widthMm: whole(300, 5_000),
  heightMm: whole(300, 6_000),
  weightKg: whole(20, 60_000),
  co2GPerKm: whole(0, 2_000),
  exteriorGrade: z.string().check(z.regex(PART_GRADE)),
  interiorGrade: z.string().check(z.regex(PART_GRADE)),
} as const;
export type FactName = keyof typeof factShape;
export const FACT_NAMES = Object.keys(factShape) as FactName[];
/** Facts with a column of their own in the auction list: only a manager's value is stored with the facts, and it wins. */
export const MANAGER_FACTS = ['engineCc', 'builtYear', 'builtMonth'] as const satisfies FactName[];

/** Values of one origin: known facts only. */
export const factValues = z.partial(z.strictObject(factShape));
export type FactValues = z.infer<typeof factValues>;

/**
 * Origins of a value, the strongest first: a manager has asked the auction house or the agent; the feed describes this
 * vehicle; its auction sheet as well, but a reader may misread it; a facts table describes all vehicles of its type code;
 * the type code itself states only the energy by its emission class, and no more than "petrol or LPG", so a table that
 * names the type is preferred to it. The database implements the same order as `fact_of`; a test compares them.
 */
export const FACT_ORIGINS = ['manager', 'feed', 'sheet', 'table', 'typeCode'] as const;
export type FactOrigin = (typeof FACT_ORIGINS)[number];

/** All that is known about a vehicle, by origin, as `lots.facts` stores it. */
export type FactsByOrigin = Partial<Record<FactOrigin, FactValues>> & {
  /** For values of the origin `table`: the name of the table. */
  tables?: Partial<Record<FactName, string>>;
};

/** A fact in a record. */
export interface KnownFact<Name extends FactName = FactName> {
  value: NonNullable<FactValues[Name]>;
  origin: FactOrigin;
  /** Name of the facts table, for the origin `table`. */
  table?: string | undefined;
}
export type VehicleFacts = { [Name in FactName]?: KnownFact<Name> };

const knownFact = <S extends z.ZodMiniType>(value: S) =>
  z.optional(z.object({ value, origin: z.enum(FACT_ORIGINS), table: z.optional(z.string()) }));

/** The facts of a vehicle in a record: the strongest value of each with its origin; unknown facts are absent. */
export const vehicleFacts = z.object({
  typeCode: knownFact(factShape.typeCode),
  fuel: knownFact(factShape.fuel),
  hybrid: knownFact(factShape.hybrid),
  engineCc: knownFact(factShape.engineCc),
  powerPs: knownFact(factShape.powerPs),
  power30MinutePs: knownFact(factShape.power30MinutePs),
  firstRegistrationYear: knownFact(factShape.firstRegistrationYear),
  firstRegistrationMonth: knownFact(factShape.firstRegistrationMonth),
  builtYear: knownFact(factShape.builtYear),
  builtMonth: knownFact(factShape.builtMonth),
  steering: knownFact(factShape.steering),
  drive: knownFact(factShape.drive),
  seats: knownFact(factShape.seats),
  doors: knownFact(factShape.doors),
  body: knownFact(factShape.body),
  lengthMm: knownFact(factShape.lengthMm),
  widthMm: knownFact(factShape.widthMm),
  heightMm: knownFact(factShape.heightMm),
  weightKg: knownFact(factShape.weightKg),
  co2GPerKm: knownFact(factShape.co2GPerKm),
  exteriorGrade: knownFact(factShape.exteriorGrade),
  interiorGrade: knownFact(factShape.interiorGrade),
});

/** The strongest value of each fact by {@link FACT_ORIGINS}. */
export function resolveFacts(facts: FactsByOrigin): VehicleFacts {
  const resolved: Partial<Record<FactName, KnownFact>> = {};
  for (const name of FACT_NAMES) {
    const origin = FACT_ORIGINS.find((origin) => facts[origin]?.[name] !== undefined);
    const value = origin && facts[origin]?.[name];
    if (!origin || value === undefined) continue;
    const table = origin === 'table' ? facts.tables?.[name] : undefined;
    resolved[name] = { value, origin, ...(table === undefined ? {} : { table }) };
  }
  return resolved as VehicleFacts;
}

/** Year and month of build: a manager's, otherwise those of the auction list; its month belongs to its own year. */
export function builtOf(
  listed: { year: number | null; month: number | null },
  { builtYear, builtMonth }: VehicleFacts,
): { year: number | null; month: number | null } {
  const year = builtYear?.value ?? listed.year;
  return { year, month: builtMonth?.value ?? (year === listed.year ? listed.month : null) };
}

/** Kilowatts of a power in PS (1 PS = 0.73549875 kW), one decimal. */
export const kilowattsOf = (powerPs: number): number => Math.round(powerPs * 7.3549875) / 10;
/** PS of a power in kilowatts, whole. */
export const psOf = (kilowatts: number): number => Math.round(kilowatts / 0.73549875);

/** Volume of the box around a vehicle in m³, two decimals; null unless all three lengths are known. */
export function volumeM3Of({ lengthMm, widthMm, heightMm }: FactValues): number | null {
  if (lengthMm === undefined || widthMm === undefined || heightMm === undefined) return null;
  return Math.round((lengthMm * widthMm * heightMm) / 10_000_000) / 100;
}
