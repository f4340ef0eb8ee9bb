import type { Yen } from '../money.ts';
import { type BookedFees, isBookedFee, withBookedFees } from './booked-lines.ts';
import type { Buyer } from './buyers.ts';
import { type Door, doorOf, referenceKey } from './compiled.ts';
import { matchesWord, type Words } from './conditions.ts';
import { type Costing, costingOn, type DoorTotal, doorTotal, type Journey, journeyOf } from './estimate.ts';
import { resolveLine } from './evaluate.ts';
import type { NumberFactName, WordFactName } from './facts.ts';
import { agesOf, cellOf, numberOf, PLAIN_NUMBERS } from './scenarios.ts';
import type { CostTable } from './tables.ts';
import type { ImportedVehicle } from './vehicle.ts';

/**
 * Totals of many vehicles. Rules do not distinguish most vehicles from each other: those whose facts lie between the same
 * limits, meet the same conditions and arrive under the same rules form a class. Selecting the rules takes most of the time
 * of an estimate, so it is done once for each class; a vehicle then fills in the numbers that amounts are multiplied by,
 * and the fees of its purchase.
 */

/** Cases of unknown facts in all known classes; bounds the memory, since each holds its lines. */
const MAX_CASES = 50_000;
const MULTIPLIED = ['engineCc', 'powerPs', 'volumeM3', 'weightKg', 'co2GPerKm'] as const satisfies NumberFactName[];

/** A vehicle at its likely price, and the fees of its purchase. */
export interface PricedVehicle extends BookedFees {
  hammerYen: Yen;
  /** Without a reference value, which differs between destinations. */
  vehicle: ImportedVehicle;
  /** Day of the auction in Japan, `YYYY-MM-DD`. */
  auctionDay: string;
  /** The customs value that a manager looked up for a port. */
  referenceValueAt: (port: string) => number | null;
}

/**
 * Computes the totals of many vehicles at several doors of one table, in the order of the doors: the same figures as
 * `doorTotal`, null where the table does not have the door. Keep the returned function for a whole run: it knows the
 * classes met so far.
 */
export function manyTotals(
  table: CostTable,
  doors: readonly { destination: string; buyer: Buyer }[],
): (priced: PricedVehicle) => (DoorTotal | null)[] {
  const places = doors.map((door, number) => ({ ...door, name: `${number}`, ways: new Map(), words: new Map() }));
  const rulesOf = rulesByClass();
  const totalAt = (place: Place, door: Door, priced: PricedVehicle): DoorTotal => {
    const referenceValue = priced.referenceValueAt(door.destination.via ?? door.destination.code);
    const vehicle = referenceValue === null ? priced.vehicle : { ...priced.vehicle, referenceValue };
    const way = wayOf(place, door, vehicle.port, priced.auctionDay);
    const vehicleClass = `${place.name} ${way.rulesInForce} ${featuresOf(place, door, vehicle, way.journey)}`;
    const rules = rulesOf(vehicleClass, () => withoutTwins(costingOn(door, vehicle, way.journey)));
    fillIn(rules, door, vehicle);
    return doorTotal(priced.hammerYen, rules);
  };
  return (priced) => {
    const withFees = withBookedFees(table, priced);
    const totals = new Map<Door, DoorTotal>();
    return places.map((place) => {
      const door = doorOf(withFees, place.destination, place.buyer);
      // Two kinds of buyers under the same rules have the same total.
      return door && remembered(totals, door, () => totalAt(place, door, priced));
    });
  };
}

/** A destination and kind of buyer, with what many vehicles share there whatever their fees. */
interface Place {
  name: string;
  ways: Map<string, { journey: Journey; rulesInForce: string }>;
  /** Which conditions a word meets: names of makes and models are many, and conditions on them are long. */
  words: Map<string, string>;
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = compute();
  known.set(key, value);
  return value;
}

/** The rules of each class, selected when the class is first met. Forgets all of them when they hold too many cases. */
function rulesByClass(): (vehicleClass: string, select: () => Costing) => Costing {
  const known = new Map<string, Costing>();
  let storedCases = 0;
  return (vehicleClass, select) =>
    remembered(known, vehicleClass, () => {
      const rules = select();
      storedCases += rules.cases.length;
      if (storedCases > MAX_CASES) {
        known.clear();
        storedCases = rules.cases.length;
      }
      return rules;
    });
}

const wayOf = ({ ways }: Place, door: Door, port: string | null, auctionDay: string) =>
  remembered(ways, `${port} ${auctionDay}`, () => {
    const journey = journeyOf(door, port, auctionDay);
    return { journey, rulesInForce: `${changesBy(door, auctionDay)} ${changesBy(door, journey.arrivalDay)} ${port}` };
  });

/** Number of rules that have begun or ended; days with the same number have the same rules in force. */
const changesBy = ({ begins, ends }: Door, day: string): number =>
  begins.filter((begin) => begin <= day).length + ends.filter((end) => end < day).length;

/** All of a vehicle that the selection of rules depends on, as one text: limits that it has passed and conditions that it meets. */
function featuresOf({ words }: Place, door: Door, vehicle: ImportedVehicle, journey: Journey): string {
  const { fuel, hybrid, engineCc, referenceValue, make, model } = vehicle;
  // These also decide which values unknown facts can have.
  let features = `${vehicle.vehicle}|${fuel}|${hybrid}|${Math.sign(engineCc ?? -1)}|${referenceValue}`;
  for (const name of PLAIN_NUMBERS) {
    if (!door.facts.has(name)) continue;
    const value = numberOf(name, vehicle);
    features += `|${value === null ? '?' : cellOf(door, name, value)}`;
  }
  for (const [name, asked] of door.words) features += `|${conditionsMet(words, name, vehicle[name], asked)}`;
  const listed = referenceKey(make, model);
  if (door.lines.some(({ reference }) => reference?.values.has(listed))) features += `|${listed}`;
  const ages = agesOf(door, vehicle, { auction: journey.auctionDay, arrival: journey.arrivalDay });
  return `${features}|${[...ages.keys()].join('|')}`;
}

function conditionsMet(known: Place['words'], name: WordFactName, word: string | null, asked: Words[]): string {
  if (word === null) return '?';
  return remembered(known, `${name} ${word}`, () => {
    const compared = name === 'make' || name === 'model' ? word.toUpperCase() : word;
    return asked.map((words) => Number(matchesWord(name, compared, words))).join('');
  });
}

/** Leaves out cases that meet the same rules with the same multiplied facts: their totals and verdicts are the same. */
function withoutTwins(costing: Costing): Costing {
  const multiplied = [...costing.door.multiplied];
  const numbers = new Map<object, number>();
  const numberOfRule = (rule: object) => remembered(numbers, rule, () => numbers.size);
  const distinct = new Map<string, Costing['cases'][number]>();
  for (const one of costing.cases) {
    const { scenario, lines } = one.resolved;
    const key = JSON.stringify([
      multiplied.map((name) => scenario.facts[name]),
      lines.map(({ applies, cases, freights, referenceYen }) => [
        ...[applies, referenceYen],
        ...cases.map(numberOfRule),
        ...freights.map(({ freight }) => numberOfRule(freight)),
      ]),
      one.met.map(numberOfRule),
    ]);
    remembered(distinct, key, () => one);
  }
  const cases = [...distinct.values()];
  const list = cases.map(({ resolved }) => resolved.scenario);
  return { ...costing, scenarios: { ...costing.scenarios, list }, cases };
}

/** Overwrites the numbers and fees of the vehicle before it in the rules of a class; a copy for each vehicle costs more. */
function fillIn({ cases, arrivalDay: arrival }: Costing, door: Door, vehicle: ImportedVehicle): void {
  const [first] = cases;
  if (!first) return;
  const multiplied = MULTIPLIED.filter((name) => door.multiplied.has(name) && numberOf(name, vehicle) !== null);
  const numbers = Object.fromEntries(multiplied.map((name) => [name, numberOf(name, vehicle)]));
  const { facts } = first.resolved.scenario;
  const fees = door.lines.map(
    (fee) => isBookedFee(fee.line) && resolveLine(door, fee, facts, { arrival, referenceValue: null }),
  );
  for (const { resolved } of cases) {
    Object.assign(resolved.scenario.facts, numbers);
    for (const [place, fee] of fees.entries()) if (fee) resolved.lines[place] = fee;
  }
}
