import type { Door } from './compiled.ts';
import { cellsOf, isOneOf, listed, OTHER_WORD } from './conditions.ts';
import { monthIndex, monthOfDay, monthsUntil } from './dates.ts';
import { type KnownFacts, NUMBER_FACTS, type NumberFactName, WORD_FACTS } from './facts.ts';
import { NUMBER_QUESTIONS, type Question, WORD_QUESTIONS } from './questions.ts';
import type { ImportedVehicle } from './vehicle.ts';

/** One complete set of facts that agrees with everything known of the vehicle. */
export interface Scenario {
  facts: KnownFacts;
  /** For each unknown, the number of the value chosen. */
  choice: number[];
}

export interface Scenarios {
  list: Scenario[];
  /** The unknown facts, in the order of `choice`. */
  unknowns: Question[];
  /** So much is unknown that not every combination was tried. */
  isIncomplete: boolean;
}

interface Variable {
  question: Question;
  values: Partial<KnownFacts>[];
}

const MAX_SCENARIOS = 4_096;
const MAX_AGE_MONTHS = 50 * 12;
const MAX_MONTHS_UNREGISTERED = 24;
/** Widest plausible volumes, in cubic meters. */
const VOLUME_M3 = { car: { least: 6, most: 25 }, bike: { least: 1, most: 5 } };
/** Kinds that a hybrid of unspecified kind may have. */
const VAGUE_HYBRIDS: readonly string[] = ['mild', 'full', 'series'];
const WITHOUT_ENGINE: readonly string[] = ['electric', 'hydrogen'];

/** Everything that the vehicle may be, as far as the rules of the door distinguish it. Known facts have one value. */
export function scenariosOf(
  door: Door,
  vehicle: ImportedVehicle,
  day: { auction: string; arrival: string },
): Scenarios {
  const base: Partial<KnownFacts> = {
    vehicle: vehicle.vehicle,
    house: vehicle.house,
    make: vehicle.make.toUpperCase(),
    model: vehicle.model.toUpperCase(),
  };
  const variables = [
    ...numberVariables(door, vehicle, base),
    ...wordVariables(door, vehicle, base),
    ...ageVariables(door, vehicle, day, base),
  ];
  const isIncomplete = variables.reduce((product, { values }) => product * values.length, 1) > MAX_SCENARIOS * 4;
  if (isIncomplete) for (const variable of variables) variable.values = endsOf(variable.values);
  const list: Scenario[] = [];
  const choose = (place: number, facts: Partial<KnownFacts>, choice: number[]): void => {
    if (list.length >= MAX_SCENARIOS) return;
    const variable = variables[place];
    if (!variable) {
      if (isPossible(facts, vehicle)) list.push({ facts: facts as KnownFacts, choice });
      return;
    }
    for (const [number, values] of variable.values.entries())
      choose(place + 1, { ...facts, ...values }, [...choice, number]);
  };
  choose(0, base, []);
  return {
    list,
    unknowns: variables.map(({ question }) => question),
    isIncomplete: isIncomplete || list.length >= MAX_SCENARIOS,
  };
}

const endsOf = <T>(values: T[]): T[] => (values.length > 2 ? [values[0] as T, values.at(-1) as T] : values);

/** An electric car has no engine and is no hybrid. */
function isPossible(facts: Partial<KnownFacts>, vehicle: ImportedVehicle): boolean {
  if (facts.fuel === undefined) return true;
  if (!WITHOUT_ENGINE.includes(facts.fuel)) return !(vehicle.engineCc === 0 && vehicle.fuel === null);
  if (vehicle.fuel === null && vehicle.engineCc !== null && vehicle.engineCc > 0) return false;
  return facts.hybrid === undefined || facts.hybrid === 'none' || vehicle.hybrid !== null;
}

const AGES = ['ageMonths', 'ageYears', 'builtMonths', 'monthsUnregistered'] as const;
type Age = (typeof AGES)[number];
type PlainNumber = Exclude<NumberFactName, Age>;
/** The numbers that scenarios take from a vehicle, apart from its ages. */
export const PLAIN_NUMBERS: readonly PlainNumber[] = [...NUMBER_QUESTIONS, 'volumeM3', 'emissionLetters'];

/** A fact of a vehicle as rules count it; null while it is unknown. A vehicle without an engine has no displacement. */
export function numberOf(name: PlainNumber, vehicle: ImportedVehicle): number | null {
  if (name === 'volumeM3') return volumeOf(vehicle);
  if (name === 'emissionLetters') return emissionLetters(vehicle.typeCode);
  const hasNoEngine = name === 'engineCc' && vehicle.fuel !== null && WITHOUT_ENGINE.includes(vehicle.fuel);
  return hasNoEngine ? 0 : vehicle[name];
}

function numberVariables(door: Door, vehicle: ImportedVehicle, base: Partial<KnownFacts>): Variable[] {
  const variables: Variable[] = [];
  const add = (name: PlainNumber, question: Question, span = domainOf(name)) => {
    if (!door.facts.has(name)) return;
    const known = numberOf(name, vehicle);
    if (known !== null) {
      base[name] = known;
      return;
    }
    const cells = cellsOf(NUMBER_FACTS[name].isWhole, span, door.cuts.get(name) ?? []);
    const values = cells.flatMap(({ least, most }) =>
      door.multiplied.has(name) && most !== least ? [least, most] : [least],
    );
    if (values.length === 1) base[name] = values[0] as number;
    else variables.push({ question, values: values.map((value) => ({ [name]: value })) });
  };
  for (const name of NUMBER_QUESTIONS)
    add(name, name, name === 'engineCc' ? { least: 1, most: 8_000 } : domainOf(name));
  add('volumeM3', 'volumeM3', VOLUME_M3[vehicle.vehicle]);
  add('emissionLetters', 'typeCode');
  return variables;
}

const domainOf = (name: NumberFactName) => ({ least: NUMBER_FACTS[name].from, most: NUMBER_FACTS[name].to });

/** Cubic meters in thousandths, as shipping lines measure; null while a dimension is unknown. */
export const volumeOf = ({ lengthMm, widthMm, heightMm }: ImportedVehicle): number | null =>
  lengthMm === null || widthMm === null || heightMm === null
    ? null
    : Math.round((lengthMm * widthMm * heightMm) / 1_000_000) / 1_000;

/** Letters before the dash of a full type code; null where the code is not a full one. */
export function emissionLetters(typeCode: string | null): number | null {
  const match = /^([A-Z0-9]{1,3})-./.exec(typeCode?.toUpperCase() ?? '');
  return match?.[1]?.length ?? null;
}

function wordVariables(door: Door, vehicle: ImportedVehicle, base: Partial<KnownFacts>): Variable[] {
  const variables: Variable[] = [];
  for (const name of WORD_QUESTIONS) {
    const asked = door.words.get(name) ?? [];
    const known = vehicle[name];
    const isVague = name === 'hybrid' && known === 'unspecified';
    if (known !== null && !isVague) base[name] = known;
    else if (asked.length === 0) base[name] = OTHER_WORD;
    else {
      const classes = new Map<string, string>();
      const listedWords: readonly string[] = isVague ? VAGUE_HYBRIDS : WORD_FACTS[name];
      for (const word of listedWords.length > 0 ? listedWords : [...new Set(asked.flatMap(listed)), OTHER_WORD]) {
        // Words without an engine are a class of their own, because other facts depend on them.
        const signature = `${asked.map((words) => Number(isOneOf(word, words))).join('')} ${name === 'fuel' && WITHOUT_ENGINE.includes(word)}`;
        if (!classes.has(signature)) classes.set(signature, word);
      }
      if (classes.size === 1) base[name] = [...classes.values()][0] as string;
      else variables.push({ question: name, values: [...classes.values()].map((word) => ({ [name]: word })) });
    }
  }
  return variables;
}

/** The ages that the vehicle may have at the arrival, by the cuts that they have passed: one of each set that rules distinguish. */
export function agesOf(
  door: Door,
  vehicle: ImportedVehicle,
  day: { auction: string; arrival: string },
): Map<string, Pick<KnownFacts, Age>> {
  const pairs = new Map<string, Pick<KnownFacts, Age>>();
  const names = AGES.filter((name) => door.facts.has(name));
  if (names.length === 0) return pairs;
  const needsBuilt = names.includes('builtMonths') || names.includes('monthsUnregistered');
  const latest = monthOfDay(day.auction);
  const registered = spanOf(vehicle.firstRegistrationYear, vehicle.firstRegistrationMonth, {
    least: latest - MAX_AGE_MONTHS,
    most: latest,
  });
  for (let month = registered.most; month >= registered.least; month--) {
    const built = needsBuilt
      ? spanOf(vehicle.builtYear, vehicle.builtMonth, { least: month - MAX_MONTHS_UNREGISTERED, most: month })
      : { least: month, most: month };
    // Nothing is registered before it is built; contradictory facts are kept as they are.
    const mostBuilt = built.least > month ? built.most : Math.min(built.most, month);
    for (let from = mostBuilt; from >= built.least; from--) {
      const ages = {
        ageMonths: monthsUntil(month, day.arrival, door.destination.monthTurnsOn),
        ageYears: Math.max(0, Number(day.arrival.slice(0, 4)) - Math.floor(month / 12)),
        builtMonths: monthsUntil(from, day.arrival, door.destination.monthTurnsOn),
        monthsUnregistered: Math.max(0, month - from),
      };
      const signature = names.map((name) => cellOf(door, name, ages[name])).join(' ');
      if (!pairs.has(signature)) pairs.set(signature, ages);
    }
  }
  return pairs;
}

function ageVariables(
  door: Door,
  vehicle: ImportedVehicle,
  day: { auction: string; arrival: string },
  base: Partial<KnownFacts>,
): Variable[] {
  const values = [...agesOf(door, vehicle, day).values()];
  if (values.length <= 1) {
    Object.assign(base, values[0] ?? {});
    return [];
  }
  return [{ question: ageQuestion(door, vehicle, values), values }];
}

/** The first unknown date that can change what rules count: the month of build alone cannot change a known age. */
function ageQuestion(door: Door, vehicle: ImportedVehicle, values: readonly Pick<KnownFacts, Age>[]): Question {
  const { firstRegistrationYear, firstRegistrationMonth, builtYear, builtMonth } = vehicle;
  const registration = unknownOf([
    ['firstRegistrationYear', firstRegistrationYear],
    ['firstRegistrationMonth', firstRegistrationMonth],
  ]);
  const build = unknownOf([
    ['builtYear', builtYear],
    ['builtMonth', builtMonth],
  ]);
  const agesSinceRegistration = values.map((ages) =>
    (['ageMonths', 'ageYears'] as const).map((name) => cellOf(door, name, ages[name])).join(),
  );
  const isAgeKnown = new Set(agesSinceRegistration).size === 1;
  return (isAgeKnown ? (build ?? registration) : (registration ?? build)) ?? 'builtMonth';
}

const unknownOf = (dates: [Question, number | null][]): Question | null =>
  dates.find(([, value]) => value === null)?.[0] ?? null;

function spanOf(year: number | null, month: number | null, unknown: { least: number; most: number }) {
  if (year === null) return unknown;
  if (month !== null) return { least: monthIndex(year, month), most: monthIndex(year, month) };
  const least = monthIndex(year, 1);
  // A lot of this year's cars cannot have been registered after its auction.
  return { least, most: Math.max(least, Math.min(monthIndex(year, 12), Math.max(unknown.most, least))) };
}

/** The number of cuts that a value has passed: values with the same number are the same to all rules. */
export function cellOf(door: Door, name: NumberFactName, value: number): number {
  const cuts = door.cuts.get(name) ?? [];
  let passed = 0;
  for (const { at, isAfter } of cuts) {
    if (isAfter ? value <= at : value < at) break;
    passed += 1;
  }
  return passed;
}
