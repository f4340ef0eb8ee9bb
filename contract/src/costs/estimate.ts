import type { Yen } from '../money.ts';
import type { Buyer } from './buyers.ts';
import { amountsOf, type CompiledLine, type Door, doorOf } from './compiled.ts';
import { factNames } from './conditions.ts';
import { addDays, daysBetween } from './dates.ts';
import { isMetAt, rulesMet, verdictAt, verdictOf } from './eligibility.ts';
import { around, type Evaluated, evaluate, type Resolved, resolve, type Span } from './evaluate.ts';
import type { FactName } from './facts.ts';
import type { Question } from './questions.ts';
import { type Scenarios, scenariosOf } from './scenarios.ts';
import type { CostCase, CostKind, CostTable, CostText, Eligibility, Freight, Voyage } from './tables.ts';
import type { ImportedVehicle } from './vehicle.ts';
import { type DoorVerdict, strictness } from './verdicts.ts';

/** A question about a vehicle, apart from its price. */
export interface DoorQuery {
  vehicle: ImportedVehicle;
  destination: string;
  buyer: Buyer;
  /** Day of the auction in Japan, `YYYY-MM-DD`. */
  auctionDay: string;
}

/** The rules of a table selected for one vehicle on its way to one door. */
export interface Costing {
  door: Door;
  vehicle: ImportedVehicle;
  auctionDay: string;
  voyage: Voyage | null;
  /** Day of arrival at the port, when the rules of the country apply. */
  arrivalDay: string;
  /** Day of arrival at the client's own place. */
  deliveryDay: string;
  scenarios: Scenarios;
  cases: { resolved: Resolved; met: readonly Eligibility[] }[];
}

const DAYS_PER_WEEK = 7;

/** Selects the rules. Null where the table does not have this destination for this kind of buyer. */
export function costingFor(table: CostTable, { vehicle, destination, buyer, auctionDay }: DoorQuery): Costing | null {
  const door = doorOf(table, destination, buyer);
  if (!door) return null;
  return costingOn(door, vehicle, journeyOf(door, vehicle.port, auctionDay));
}

/** The days and the voyage of a vehicle that leaves from a port; null is an unknown port. */
export interface Journey {
  auctionDay: string;
  arrivalDay: string;
  voyage: Voyage | null;
}

/** The way from an auction to the port of a door. */
export function journeyOf(door: Door, port: string | null, auctionDay: string): Journey {
  const voyage = voyageFor(door, port);
  const weeks = voyage ? voyage.weeksToShip + voyage.weeksAtSea : 0;
  return { auctionDay, arrivalDay: addDays(auctionDay, Math.round(weeks * DAYS_PER_WEEK)), voyage };
}

/** Selects the rules of a door for a journey. */
export function costingOn(door: Door, vehicle: ImportedVehicle, { auctionDay, arrivalDay, voyage }: Journey): Costing {
  const day = { auction: auctionDay, arrival: arrivalDay };
  const scenarios = scenariosOf(door, vehicle, day);
  return {
    door,
    vehicle,
    auctionDay,
    voyage,
    arrivalDay,
    deliveryDay: addDays(arrivalDay, Math.round(door.destination.weeksInland * DAYS_PER_WEEK)),
    scenarios,
    cases: scenarios.list.map((scenario) => ({
      resolved: resolve(door, scenario, { arrival: arrivalDay, referenceValue: vehicle.referenceValue }),
      met: rulesMet(door, scenario.facts, day),
    })),
  };
}

/** An unknown port gives the longest voyage: the vehicle is then never taken for younger than it will be. */
function voyageFor(door: Door, port: string | null): Voyage | null {
  const fitting = door.voyages.filter(({ ports }) => ports === undefined || port === null || ports.includes(port));
  if (port !== null) return fitting[0] ?? null;
  return fitting.toSorted((a, b) => b.weeksToShip + b.weeksAtSea - (a.weeksToShip + a.weeksAtSea))[0] ?? null;
}

/** The total of a row in a list. */
export interface DoorTotal {
  leastYen: Yen;
  /** Null: without a known upper limit. */
  mostYen: Yen | null;
  verdict: DoorVerdict;
}

/** The total and the verdict at a hammer price, without the lines. The same figures as {@link estimateCosts}. */
export function doorTotal(hammerYen: Yen, costing: Costing): DoorTotal {
  let total: Span | null = null;
  for (const { resolved } of costing.cases) {
    const one = evaluate(resolved, exactly(hammerYen)).total;
    total = total ? around(total, one) : one;
  }
  return { ...inYen(openedBy(costing, total ?? exactly(hammerYen))), verdict: jointVerdict(hammerYen, costing) };
}

const exactly = (yen: number): Span => ({ least: yen, most: yen });
const inYen = ({ least, most }: Span) => ({ leastYen: least, mostYen: Number.isFinite(most) ? most : null });
const openedBy = ({ scenarios }: Costing, span: Span): Span =>
  scenarios.isIncomplete ? { least: span.least, most: Number.POSITIVE_INFINITY } : span;

/** The verdict of all scenarios if they agree, otherwise `depends`, or `needs` where only an inspection can find out. */
function jointVerdict(hammerYen: Yen, costing: Costing): DoorVerdict {
  const { door, cases, scenarios } = costing;
  const verdicts = new Set(cases.map(({ met }) => verdictAt(door, met, hammerYen)));
  if (verdicts.size === 1 && !scenarios.isIncomplete) return [...verdicts][0] as DoorVerdict;
  const isInAll = (rule: Eligibility) => cases.every(({ met }) => met.includes(rule));
  const sure = new Set(
    cases.map(({ met }) =>
      verdictAt(
        door,
        met.filter((rule) => !rule.isInspected || isInAll(rule)),
        hammerYen,
      ),
    ),
  );
  if (scenarios.isIncomplete || sure.size === 0) return 'depends';
  if (sure.size > 1) {
    const [mildest, ...stricter] = [...sure].sort((a, b) => strictness(a) - strictness(b));
    const isOnlyANeed = (stricter.at(-1) ?? mildest) === 'needs';
    return isOnlyANeed ? 'needs' : 'depends';
  }
  const [agreed] = sure as Set<DoorVerdict>;
  return agreed && strictness(agreed) > strictness('needs') ? agreed : 'needs';
}

/** A change of a line between the auction and the arrival. */
export interface Turn {
  /** The day of the change. */
  on: string;
  /** The vehicle turns this many years old; null where a rule begins or ends. */
  years: number | null;
  differenceYen: Yen;
}

export interface DoorLine {
  code: string;
  kind: CompiledLine['line']['kind'];
  label: CostText | null;
  leastYen: Yen;
  mostYen: Yen | null;
  currency: string;
  /** The cases that apply; more than one while a fact is unknown. */
  cases: CostCase[];
  freight: Freight | null;
  /** Yen that the line rests on. */
  baseYen: { least: Yen; most: Yen | null };
  /** The facts that decide the line. */
  facts: FactName[];
  source: string;
  turn: Turn | null;
}

export interface DoorEstimate extends DoorTotal {
  hammerYen: Yen;
  /** Cost up to loading in Japan, and at the port of arrival. */
  fob: { leastYen: Yen; mostYen: Yen | null };
  cif: { leastYen: Yen; mostYen: Yen | null };
  lines: DoorLine[];
  /** The rules that decide the verdict, the strictest first. */
  rules: Eligibility[];
  /** The verdict on the day of the auction, if it changes on the way. */
  verdictAtAuction: DoorVerdict | null;
  /** Unknown facts that decide total or verdict; the first one narrows the range most. */
  questions: Question[];
}

/** Computes the total at the door with every line, its rule, its facts, and what changes on the way. */
export function estimateCosts(hammerYen: Yen, costing: Costing): DoorEstimate {
  const { door, cases } = costing;
  const evaluated = cases.map(({ resolved }) => evaluate(resolved, exactly(hammerYen)));
  const union = (pick: (one: Evaluated) => Span) => inYen(evaluated.map(pick).reduce(around));
  const total = doorTotal(hammerYen, costing);
  const turns = turnsOf(hammerYen, costing, evaluated);
  const lines = door.lines.flatMap((compiled, place): DoorLine[] => {
    const applied = [...new Set(evaluated.flatMap((one) => one.cases[place] ?? []))];
    const freight = evaluated.find((one) => one.freights[place])?.freights[place] ?? null;
    const amount = union((one) => one.amounts[place] as Span);
    if (amount.mostYen === 0 && !turns.has(place)) return [];
    const base = union((one) => one.bases[place] as Span);
    const { line } = compiled;
    return [
      {
        code: line.code,
        kind: line.kind,
        label: line.label ?? null,
        ...amount,
        currency: freight?.currency ?? line.currency,
        cases: applied,
        freight,
        baseYen: { least: base.leastYen, most: base.mostYen },
        facts: factsOf(compiled, applied, freight),
        source: freight?.source ?? applied.find(({ source }) => source !== undefined)?.source ?? line.source,
        turn: turns.get(place) ?? null,
      },
    ];
  });
  const atAuction = costing.arrivalDay === costing.auctionDay ? costing : asOf(costing, costing.auctionDay);
  const verdictAtAuction = jointVerdict(hammerYen, atAuction);
  return {
    hammerYen,
    ...total,
    fob: union(({ fob }) => fob),
    cif: union(({ cif }) => cif),
    lines,
    rules: rulesBehind(hammerYen, costing),
    verdictAtAuction: verdictAtAuction === total.verdict ? null : verdictAtAuction,
    questions: questionsOf(hammerYen, costing, evaluated),
  };
}

function factsOf({ line, reference }: CompiledLine, cases: readonly CostCase[], freight: Freight | null): FactName[] {
  const names = new Set<FactName>(factNames(line.when));
  names.delete('vehicle');
  for (const item of cases) {
    for (const name of factNames(item.when)) if (name !== 'vehicle') names.add(name);
    for (const amount of amountsOf(item)) {
      if (amount.perCc > 0) names.add('engineCc');
      if (amount.perPs > 0 || amount.perKw > 0) names.add('powerPs');
      if (amount.perM3 > 0) names.add('volumeM3');
      if (amount.perKg > 0) names.add('weightKg');
      if (amount.perGram > 0) names.add('co2GPerKm');
    }
  }
  if (freight && (freight.perM3 > 0 || freight.container)) names.add('volumeM3');
  if (reference?.depreciation) names.add('ageMonths');
  return [...names];
}

/** The charged lines of the cheapest case, which add up to the least total with the hammer price. */
export function cheapestLines(hammerYen: Yen, { door, cases }: Costing): { kind: CostKind; amountYen: Yen }[] {
  const [cheapest] = cases
    .map(({ resolved }) => evaluate(resolved, exactly(hammerYen)))
    .sort((a, b) => a.total.least - b.total.least);
  return door.lines.flatMap(({ line: { kind } }, place) =>
    kind === 'value' ? [] : [{ kind, amountYen: cheapest?.amounts[place]?.least ?? 0 }],
  );
}

/** The rules that some scenario meets and that are as strict as any of them, the strictest first. */
function rulesBehind(hammerYen: Yen, { cases }: Costing): Eligibility[] {
  const met = new Set(cases.flatMap((one) => one.met.filter((rule) => isMetAt(rule, hammerYen))));
  return [...met].sort((a, b) => strictness(verdictOf(b)) - strictness(verdictOf(a)));
}

const asOf = ({ door, vehicle, auctionDay, voyage }: Costing, arrivalDay: string): Costing =>
  costingOn(door, vehicle, { auctionDay, arrivalDay, voyage });

/** Lines that would cost something else on the day of the auction, where both amounts are exact. */
function turnsOf(hammerYen: Yen, costing: Costing, atArrival: Evaluated[]): Map<number, Turn> {
  const turns = new Map<number, Turn>();
  if (costing.arrivalDay === costing.auctionDay) return turns;
  const amountsOn = (day: string) =>
    asOf(costing, day).cases.map(({ resolved }) => evaluate(resolved, exactly(hammerYen)).amounts);
  const joint = (all: Span[][], place: number) => all.map((amounts) => amounts[place] as Span).reduce(around);
  const isExact = ({ least, most }: Span) => least === most;
  const before = amountsOn(costing.auctionDay);
  const after = atArrival.map(({ amounts }) => amounts);
  for (const [place] of costing.door.lines.entries()) {
    const old = joint(before, place);
    const now = joint(after, place);
    if (!isExact(old) || !isExact(now) || old.least === now.least) continue;
    // Lines that merely rest on a changed one have no change of their own.
    if (costing.door.lines[place]?.restsOn.some((base) => turns.has(base))) continue;
    const on = firstDayWith(costing, (day) => joint(amountsOn(day), place).least === now.least);
    turns.set(place, { on, years: yearsOn(costing, on), differenceYen: now.least - old.least });
  }
  return turns;
}

/** The first day after the auction on which the condition holds; it holds from then until the arrival. */
function firstDayWith({ auctionDay, arrivalDay }: Costing, holds: (day: string) => boolean): string {
  let low = 0;
  let high = daysBetween(auctionDay, arrivalDay);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(addDays(auctionDay, middle))) high = middle;
    else low = middle;
  }
  return addDays(auctionDay, high);
}

function yearsOn(costing: Costing, day: string): number | null {
  const monthsOn = (on: string) => asOf(costing, on).scenarios.list.map(({ facts }) => facts.ageMonths ?? -1);
  const [today] = monthsOn(day);
  const [yesterday] = monthsOn(addDays(day, -1));
  return today !== undefined && today > 0 && today % 12 === 0 && yesterday !== today ? today / 12 : null;
}

/** Unknown facts in the order in which an answer would narrow the range of totals; those that change nothing are left out. */
function questionsOf(hammerYen: Yen, costing: Costing, evaluated: Evaluated[]): Question[] {
  const { scenarios, cases, door } = costing;
  const found: { question: Question; widest: number }[] = [];
  const resultOf = (number: number): string => {
    const { least, most } = evaluated[number]?.total ?? exactly(0);
    return `${least} ${most} ${verdictAt(door, cases[number]?.met ?? [], hammerYen)}`;
  };
  /** Whether two vehicles that differ in this fact alone have different results. */
  const decides = (place: number): boolean => {
    const results = new Map<string, string>();
    return scenarios.list.some(({ choice }, number) => {
      const others = choice.toSpliced(place, 1).join();
      const result = resultOf(number);
      const before = results.get(others) ?? result;
      results.set(others, before);
      return before !== result;
    });
  };
  for (const [place, question] of scenarios.unknowns.entries()) {
    const groups = new Map<number, { total: Span }>();
    for (const [number, one] of evaluated.entries()) {
      const key = scenarios.list[number]?.choice[place] ?? 0;
      const group = groups.get(key);
      if (group) group.total = around(group.total, one.total);
      else groups.set(key, { total: one.total });
    }
    const widest = Math.max(...[...groups.values()].map(({ total }) => finite(total.most) - total.least));
    if (decides(place)) found.push({ question, widest });
  }
  const needsReference = evaluated.some(({ amounts }) =>
    amounts.some(({ most }, place) => !Number.isFinite(most) && door.lines[place]?.reference),
  );
  const questions = found.sort((a, b) => a.widest - b.widest).map(({ question }) => question);
  return [...new Set<Question>([...(needsReference ? (['referenceValue'] as const) : []), ...questions])];
}

const finite = (yen: number) => Math.min(yen, Number.MAX_SAFE_INTEGER);
