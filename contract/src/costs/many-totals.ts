import type { Yen } from '../money.ts';
import { type BookedFees, isBookedFee, withBookedFees } from './booked-lines.ts';
import type { Buyer } from './buyers.ts';
import { type Door, doorOf, referenceKey } from './compiled.ts';
import { matchesWord, type Words } from './conditions.ts';
import { type Costing, costingOn, type DoorTotal, doorTotal, type Journey, journeyOf } from './estimate.ts';
import { resolveLine } from './evaluate.ts';
import type { KnownFacts, NumberFactName, WordFactName } from './facts.ts';
import { agesOf, cellOf, numberOf, PLAIN_NUMBERS } from './scenarios.ts';
import type { CostTable } from './tables.ts';
import type { ImportedVehicle } from './vehicle.ts';

const MULTIPLIED = ['engineCc', 'powerPs', 'volumeM3', 'weightKg', 'co2GPerKm'] as const satisfies NumberFactName[];
/** Cases of unknown facts in all stored classes; bounds the memory, since each holds its lines. */
const MAX_CASES = 50_000;

/** Holds the results for one destination and kind of buyer, whatever the fees. */
interface Place {
  /** The selected rules of each class of vehicles, by its key. */
  classes: Map<string, Costing>;
  /** By port and day of the auction, with what the day contributes to keys. */
  journeys: Map<string, { journey: Journey; inForce: string }>;
  /** Which conditions a word meets: names of makes and models are many, and conditions on them are long. */
  words: Map<string, string>;
}

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
 * `doorTotal`, null where the table does not have the door. The rules are selected once for each class of vehicles that no
 * rule distinguishes, so keep the returned function for a whole run.
 */
export function manyTotals(
  table: CostTable,
  doors: readonly { destination: string; buyer: Buyer }[],
): (priced: PricedVehicle) => (DoorTotal | null)[] {
  const places = doors.map((door) => ({ ...door, classes: new Map(), journeys: new Map(), words: new Map() }));
  let storedCases = 0;
  const store = ({ classes }: Place, key: string, selected: Costing) => {
    storedCases += selected.cases.length;
    if (storedCases > MAX_CASES) {
      for (const place of places) place.classes.clear();
      storedCases = selected.cases.length;
    }
    classes.set(key, selected);
  };
  return (priced) => {
    const withFees = withBookedFees(table, priced);
    const known = new Map<Door, DoorTotal>();
    return places.map((place) => {
      const door = doorOf(withFees, place.destination, place.buyer);
      if (!door) return null;
      // Two kinds of buyers under the same rules have the same total.
      const total = known.get(door) ?? totalAt(door, place, priced, store);
      known.set(door, total);
      return total;
    });
  };
}

function totalAt(
  door: Door,
  place: Place,
  { hammerYen, auctionDay, ...priced }: PricedVehicle,
  store: (place: Place, key: string, selected: Costing) => void,
): DoorTotal {
  const referenceValue = priced.referenceValueAt(door.destination.via ?? door.destination.code);
  const vehicle = referenceValue === null ? priced.vehicle : { ...priced.vehicle, referenceValue };
  const way = `${vehicle.port} ${auctionDay}`;
  const { journey, inForce } = place.journeys.get(way) ?? wayOf(door, vehicle.port, auctionDay);
  place.journeys.set(way, { journey, inForce });
  const key = `${inForce}|${classOf(door, vehicle, journey, place.words)}`;
  let selected = place.classes.get(key);
  if (!selected) {
    selected = withoutTwins(costingOn(door, vehicle, journey));
    store(place, key, selected);
  }
  adopt(selected, door, vehicle);
  return doorTotal(hammerYen, selected);
}

function wayOf(door: Door, port: string | null, auctionDay: string): { journey: Journey; inForce: string } {
  const journey = journeyOf(door, port, auctionDay);
  return { journey, inForce: `${rulesInForce(door, auctionDay)} ${rulesInForce(door, journey.arrivalDay)} ${port}` };
}

/** Days with the same number have the same rules in force. */
const rulesInForce = ({ begins, ends }: Door, day: string): number =>
  begins.filter((begin) => begin <= day).length + ends.filter((end) => end < day).length;

/** All of a vehicle that the selection of rules depends on: cuts that its facts have passed, and conditions that its words meet. */
function classOf(door: Door, vehicle: ImportedVehicle, journey: Journey, known: Map<string, string>): string {
  // The first ones also decide which values unknown facts can have.
  const { fuel, hybrid, engineCc } = vehicle;
  let key = `${vehicle.vehicle}|${fuel}|${hybrid}|${Math.sign(engineCc ?? -1)}|${vehicle.referenceValue}`;
  for (const name of PLAIN_NUMBERS) {
    if (!door.facts.has(name)) continue;
    const value = numberOf(name, vehicle);
    key += `|${value === null ? value : cellOf(door, name, value)}`;
  }
  for (const [name, asked] of door.words) key += `|${conditionsMet(name, vehicle[name], asked, known)}`;
  const listed = referenceKey(vehicle.make, vehicle.model);
  if (door.lines.some(({ reference }) => reference?.values.has(listed))) key += `|${listed}`;
  const ages = agesOf(door, vehicle, { auction: journey.auctionDay, arrival: journey.arrivalDay });
  for (const signature of ages.keys()) key += `|${signature}`;
  return key;
}

function conditionsMet(name: WordFactName, word: string | null, asked: Words[], known: Map<string, string>): string {
  if (word === null) return '?';
  const key = `${name} ${word}`;
  const compared = name === 'make' || name === 'model' ? word.toUpperCase() : word;
  const met = known.get(key) ?? asked.map((words) => Number(matchesWord(name, compared, words))).join('');
  known.set(key, met);
  return met;
}

/** Leaves out scenarios that meet the same rules with the same multiplied facts: their totals and verdicts are the same. */
function withoutTwins(costing: Costing): Costing {
  const names = [...costing.door.multiplied];
  const rules = new Map<unknown, number>();
  const numberOfRule = (rule: unknown): number => {
    const number = rules.get(rule) ?? rules.size;
    rules.set(rule, number);
    return number;
  };
  const seen = new Map<string, Costing['cases'][number]>();
  for (const one of costing.cases) {
    const { scenario, lines } = one.resolved;
    const key = JSON.stringify([
      names.map((name) => scenario.facts[name]),
      lines.map(({ applies, cases, freights, referenceYen }) => [
        ...[applies, referenceYen],
        ...cases.map(numberOfRule),
        ...freights.map(({ freight }) => numberOfRule(freight)),
      ]),
      one.met.map(numberOfRule),
    ]);
    if (!seen.has(key)) seen.set(key, one);
  }
  const cases = [...seen.values()];
  const list = cases.map(({ resolved }) => resolved.scenario);
  return { ...costing, scenarios: { ...costing.scenarios, list }, cases };
}

/** Gives the rules of a class the numbers of one of its vehicles and the fees of its purchase. */
function adopt(selected: Costing, door: Door, vehicle: ImportedVehicle): void {
  const numbers: Partial<KnownFacts> = {};
  for (const name of MULTIPLIED) {
    const value = door.multiplied.has(name) ? numberOf(name, vehicle) : null;
    if (value !== null) numbers[name] = value;
  }
  const given = { arrival: selected.arrivalDay, referenceValue: vehicle.referenceValue };
  const facts = selected.scenarios.list[0]?.facts;
  const fees = door.lines.flatMap((compiled, place) =>
    facts && isBookedFee(compiled.line) ? [{ place, line: resolveLine(door, compiled, facts, given) }] : [],
  );
  for (const { resolved } of selected.cases) {
    Object.assign(resolved.scenario.facts, numbers);
    for (const { place, line } of fees) resolved.lines[place] = line;
  }
}
