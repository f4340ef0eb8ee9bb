import { type CompiledLine, type Door, referenceKey } from './compiled.ts';
import { matchesFacts, spanInside } from './conditions.ts';
import { isValidOn } from './dates.ts';
import type { KnownFacts } from './facts.ts';
import type { Scenario } from './scenarios.ts';
import { type CostCase, type Freight, HOME_CURRENCY, isInCif, isInFob, type SimpleAmount } from './tables.ts';

/** An amount known as a range, in yen; `most` may be infinite. */
export interface Span {
  least: number;
  most: number;
}
const NOTHING: Span = { least: 0, most: 0 };
const UNLIMITED: Span = { least: 0, most: Number.POSITIVE_INFINITY };
/** The sum of two ranges. */
export const plus = (a: Span, b: Span): Span => ({ least: a.least + b.least, most: a.most + b.most });
/** The smallest range that contains both. */
export const around = (a: Span, b: Span): Span => ({
  least: Math.min(a.least, b.least),
  most: Math.max(a.most, b.most),
});

/** A line for one scenario on one day: what is left to decide depends on the price alone. */
export interface ResolvedLine {
  compiled: CompiledLine;
  applies: boolean;
  cases: readonly CostCase[];
  freights: readonly { freight: Freight; yenPerUnit: number }[];
  yenPerUnit: number;
  /** The value from the list in yen, after depreciation; null without an entry. */
  referenceYen: number | null;
}

export interface Resolved {
  scenario: Scenario;
  lines: ResolvedLine[];
}

interface Arrival {
  arrival: string;
  /** Of a manager; null: that of the list. */
  referenceValue: number | null;
}

/** Selects the cases of each line by the facts of a scenario and the day of arrival. */
export const resolve = (door: Door, scenario: Scenario, given: Arrival): Resolved => ({
  scenario,
  lines: door.lines.map((compiled) => resolveLine(door, compiled, scenario.facts, given)),
});

/** Selects the cases or the freights of one line. */
export function resolveLine(door: Door, compiled: CompiledLine, facts: KnownFacts, given: Arrival): ResolvedLine {
  const { line, freights, reference } = compiled;
  const { arrival } = given;
  const applies = matchesFacts(facts, line.when);
  const yenPerUnit = rateOf(door, line.currency);
  return {
    compiled,
    applies,
    cases: applies ? line.cases.filter((item) => isValidOn(arrival, item) && matchesFacts(facts, item.when)) : [],
    freights: (freights ?? [])
      .filter(
        (freight) =>
          (freight.ports === undefined || freight.ports.includes(facts.port)) &&
          isValidOn(arrival, freight) &&
          matchesFacts(facts, freight.when),
      )
      .map((freight) => ({ freight, yenPerUnit: rateOf(door, freight.currency) })),
    yenPerUnit,
    referenceYen: reference && applies ? referenceYen(compiled, facts, { ...given, yenPerUnit }) : null,
  };
}

/** Yen per unit of a currency; 0 without a rate, which a checked table never has. */
export const rateOf = ({ table }: Door, currency: string): number =>
  currency === HOME_CURRENCY ? 1 : (table.rates[currency] ?? 0);

function referenceYen(
  { reference }: CompiledLine,
  facts: KnownFacts,
  given: Arrival & { yenPerUnit: number },
): number | null {
  const entry = reference?.values
    .get(referenceKey(facts.make, facts.model))
    ?.filter((value) => isValidOn(given.arrival, value) && matchesFacts(facts, value.when));
  const value = given.referenceValue ?? entry?.at(-1)?.value;
  if (value === undefined) return null;
  const step = reference?.depreciation?.steps.find(
    ({ upToMonths }) => upToMonths === undefined || facts.ageMonths <= upToMonths,
  );
  return Math.round(value * (1 - (step?.percent ?? 0) / 100) * given.yenPerUnit);
}

export interface Evaluated {
  total: Span;
  fob: Span;
  cif: Span;
  /** One amount for each line of the door. */
  amounts: Span[];
  /** The sum that each line rests on. */
  bases: Span[];
  /** The cases that apply at this price, for each line. */
  cases: (readonly CostCase[])[];
  freights: (Freight | null)[];
}

/** Computes every line for a range of hammer prices; exact where the range is one price and every amount is known. */
export function evaluate({ scenario: { facts }, lines }: Resolved, hammer: Span): Evaluated {
  const amounts: Span[] = [];
  const bases: Span[] = [];
  const cases: (readonly CostCase[])[] = [];
  const freights: (Freight | null)[] = [];
  let fob = hammer;
  let cif = hammer;
  let total = hammer;
  for (const resolved of lines) {
    const { compiled, applies } = resolved;
    let base = compiled.restsOnHammer ? hammer : NOTHING;
    for (const place of compiled.restsOn) base = plus(base, amounts[place] as Span);
    const { amount, applied, freight } = applies
      ? amountOfLine(resolved, base, hammer, facts)
      : { amount: NOTHING, applied: [], freight: null };
    amounts.push(amount);
    bases.push(base);
    cases.push(applied);
    freights.push(freight);
    const { kind } = compiled.line;
    if (kind === 'value') continue;
    total = plus(total, amount);
    if (isInFob(kind)) fob = plus(fob, amount);
    if (isInCif(kind)) cif = plus(cif, amount);
  }
  return { total, fob, cif, amounts, bases, cases, freights };
}

interface LineAmount {
  amount: Span;
  applied: readonly CostCase[];
  freight: Freight | null;
}

function amountOfLine(line: ResolvedLine, base: Span, hammer: Span, facts: KnownFacts): LineAmount {
  const { compiled, yenPerUnit } = line;
  if (compiled.freights) return cheapestFreight(line, facts);
  if (compiled.reference) {
    const { referenceYen } = line;
    const amount =
      referenceYen === null
        ? { least: base.least, most: Number.POSITIVE_INFINITY }
        : { least: referenceYen, most: referenceYen };
    return { amount, applied: line.cases, freight: null };
  }
  const units = { least: base.least / yenPerUnit, most: base.most / yenPerUnit };
  const applied: CostCase[] = [];
  let amount: Span | null = null;
  for (const item of line.cases) {
    const { base: baseInterval, hammerYen } = item.when;
    if (hammerYen && !spanInside(hammer.least, hammer.most, hammerYen).some) continue;
    if (baseInterval && !spanInside(units.least, units.most, baseInterval).some) continue;
    const within = baseInterval
      ? {
          least: Math.max(units.least, baseInterval.from ?? baseInterval.over ?? 0),
          most: Math.min(units.most, baseInterval.upTo ?? baseInterval.below ?? Number.POSITIVE_INFINITY),
        }
      : units;
    const ofCase = amountOfCase(item, within, facts);
    const yen = { least: Math.round(ofCase.least * yenPerUnit), most: Math.round(ofCase.most * yenPerUnit) };
    amount = amount ? around(amount, yen) : yen;
    applied.push(item);
  }
  // No case is known for this day: the law has an amount, the table does not.
  return { amount: amount ?? UNLIMITED, applied, freight: null };
}

function amountOfCase(item: CostCase, base: Span, facts: KnownFacts): Span {
  const step = stepOf(item, base);
  const at = (units: number, ofStep: number, dearest?: SimpleAmount) =>
    Math.min(
      Math.max(
        Math.max(simpleAmount(item, units, facts), dearest ? simpleAmount(dearest, units, facts) : 0) + ofStep,
        item.orElse ? simpleAmount(item.orElse, units, facts) : 0,
        item.atLeast,
      ),
      item.atMost ?? Number.POSITIVE_INFINITY,
    );
  return {
    least: at(base.least, step.least),
    most: item.isOpenEnded ? Number.POSITIVE_INFINITY : at(base.most, step.most, item.dearest),
  };
}

const KW_PER_PS = 0.735_498_75;

/** Never falls with the base, because no factor is negative. */
function simpleAmount(amount: SimpleAmount, base: number, facts: KnownFacts): number {
  let units = amount.fixed;
  if (amount.percent > 0) units += (base * amount.percent) / 100;
  if (amount.perCc > 0) units += amount.perCc * facts.engineCc;
  if (amount.perPs > 0) units += amount.perPs * facts.powerPs;
  if (amount.perKw > 0) units += amount.perKw * facts.powerPs * KW_PER_PS;
  if (amount.perM3 > 0) units += amount.perM3 * facts.volumeM3;
  if (amount.perKg > 0) units += amount.perKg * facts.weightKg;
  if (amount.perGram > 0) units += amount.perGram * Math.max(0, facts.co2GPerKm - amount.co2Target);
  return units;
}

function stepOf({ steps }: CostCase, base: Span): Span {
  if (steps.length === 0) return NOTHING;
  let found: Span | null = null;
  let over = Number.NEGATIVE_INFINITY;
  for (const { upTo, fixed } of steps) {
    const isReached = base.most > over && (upTo === undefined || base.least <= upTo);
    if (isReached) found = found ? around(found, { least: fixed, most: fixed }) : { least: fixed, most: fixed };
    over = upTo ?? Number.POSITIVE_INFINITY;
  }
  return found ?? NOTHING;
}

/** The cheapest offer of all carriers; unknown where none goes to this destination. */
function cheapestFreight(line: ResolvedLine, facts: KnownFacts): LineAmount {
  let best: { yen: number; freight: Freight } | null = null;
  for (const { freight, yenPerUnit } of line.freights) {
    const units = freightUnits(freight, facts);
    const yen = units === null ? null : Math.round(units * yenPerUnit);
    if (yen !== null && (best === null || yen < best.yen)) best = { yen, freight };
  }
  if (!best) return { amount: UNLIMITED, applied: [], freight: null };
  return { amount: { least: best.yen, most: best.yen }, applied: [], freight: best.freight };
}

/** In the currency of the freight; null where no share of the container is large enough. */
function freightUnits({ fixed, perM3, container, surcharge }: Freight, facts: KnownFacts): number | null {
  const plain = fixed + (perM3 > 0 ? perM3 * facts.volumeM3 : 0) + surcharge;
  if (!container) return plain;
  const share = container.shares.find(({ upToM3 }) => upToM3 === undefined || facts.volumeM3 <= upToM3)?.share;
  return share === undefined ? null : plain + container.price * share;
}
