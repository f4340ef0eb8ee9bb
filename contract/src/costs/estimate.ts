import type { Yen } from '../money.ts';
import {
  COST_KINDS,
  type CostBasis,
  type CostKind,
  type CostRates,
  type CostRule,
  isInCif,
  isInFob,
} from './tables.ts';

/** What is known about the vehicle; null is unknown and never guessed. */
export interface CostFacts {
  house: string;
  vehicle: 'car' | 'bike';
  engineCc: number | null;
  /** Whole months since it was first registered or built. */
  ageMonths: number | null;
}

export interface CostLine {
  kind: CostKind;
  /** The rule it comes from. */
  rule: CostRule;
  amountYen: Yen;
}

export interface CostEstimate {
  hammerYen: Yen;
  lines: CostLine[];
  /** On board in Japan. */
  fobYen: Yen;
  /** At the port of arrival, freight and insurance paid. */
  cifYen: Yen;
  /** With duty, tax, fees of the port and delivery. */
  totalYen: Yen;
}

/** A sum that is only known to lie between two bounds. */
interface Span {
  least: number;
  most: number;
}
const plus = (a: Span, b: Span): Span => ({ least: a.least + b.least, most: a.most + b.most });

const JAPAN = 'JPY';
const isWithin = (value: number, from: number | undefined, to: number | undefined): boolean =>
  value >= (from ?? 0) && value < (to ?? Number.POSITIVE_INFINITY);
const limits = (from: unknown, to: unknown): boolean => from !== undefined || to !== undefined;

/** What a rule must know about a vehicle that is not known: nothing, or the names of the facts. */
export function factsMissing(rule: CostRule, facts: CostFacts): ('engineCc' | 'ageMonths')[] {
  const needsCc = limits(rule.engineFromCc, rule.engineToCc) || rule.perCc > 0 || rule.atLeastPerCc > 0;
  const needsAge = limits(rule.ageFromMonths, rule.ageToMonths);
  return [
    ...(needsCc && facts.engineCc === null ? (['engineCc'] as const) : []),
    ...(needsAge && facts.ageMonths === null ? (['ageMonths'] as const) : []),
  ];
}

/** The rules that hold for this vehicle on its way past these places (`placesTo` a destination), whatever its price. */
export function rulesFor(rules: readonly CostRule[], facts: CostFacts, places: readonly string[]): CostRule[] {
  return rules.filter(
    (rule) =>
      (rule.house === undefined || rule.house === facts.house) &&
      (rule.destination === undefined || places.includes(rule.destination)) &&
      (rule.vehicle === undefined || rule.vehicle === facts.vehicle) &&
      (facts.engineCc === null || isWithin(facts.engineCc, rule.engineFromCc, rule.engineToCc)) &&
      (facts.ageMonths === null || isWithin(facts.ageMonths, rule.ageFromMonths, rule.ageToMonths)),
  );
}

/**
 * What a vehicle costs up to its destination at a hammer price, line by line. `rules` are those of {@link rulesFor}; one
 * that needs an unknown fact is left out, {@link factsMissing} tells.
 */
export function estimateCosts(
  hammerYen: Yen,
  { rules, rates, facts }: { rules: readonly CostRule[]; rates: CostRates; facts: CostFacts },
): CostEstimate {
  const lines: CostLine[] = [];
  const spans = walk({ least: hammerYen, most: hammerYen }, { rules, rates, facts }, (rule, { least }) => {
    if (least > 0) lines.push({ kind: rule.kind, rule, amountYen: least });
  });
  return {
    hammerYen,
    lines,
    fobYen: spans.fob.least,
    cifYen: spans.cif.least,
    totalYen: spans.total.least,
  };
}

export interface Costing {
  rules: readonly CostRule[];
  rates: CostRates;
  facts: CostFacts;
}

/** Between which totals all hammer prices of a span end: exact where the span is one price. */
export const totalsBetween = (hammer: Span, costing: Costing): Span => walk(hammer, costing, () => {}).total;

function walk(
  hammer: Span,
  { rules, rates, facts }: Costing,
  onCost: (rule: CostRule, amount: Span) => void,
): { fob: Span; cif: Span; total: Span } {
  const sums: Record<CostBasis, Span> = { hammer, fob: hammer, cif: hammer, cifAndDuty: hammer };
  let total = hammer;
  for (const kind of COST_KINDS) {
    let ofKind: Span = { least: 0, most: 0 };
    for (const rule of rules) {
      if (rule.kind !== kind || factsMissing(rule, facts).length > 0) continue;
      const amount = amountBetween(rule, sums[rule.basis], {
        yenPerUnit: rateOf(rule, rates),
        cc: facts.engineCc ?? 0,
      });
      onCost(rule, amount);
      ofKind = plus(ofKind, amount);
    }
    total = plus(total, ofKind);
    if (isInFob(kind)) sums.fob = plus(sums.fob, ofKind);
    if (isInCif(kind)) sums.cif = plus(sums.cif, ofKind);
    if (isInCif(kind) || kind === 'duty') sums.cifAndDuty = plus(sums.cifAndDuty, ofKind);
  }
  return { fob: sums.fob, cif: sums.cif, total };
}

const rateOf = ({ currency }: CostRule, rates: CostRates): number => (currency === JAPAN ? 1 : (rates[currency] ?? 0));

/** A rule whose bounds cut through the span may cost nothing or all of it. */
function amountBetween(rule: CostRule, basis: Span, unit: { yenPerUnit: number; cc: number }): Span {
  const from = (rule.basisFrom ?? 0) * unit.yenPerUnit;
  const to = (rule.basisTo ?? Number.POSITIVE_INFINITY) * unit.yenPerUnit;
  if (basis.most < from || basis.least >= to) return { least: 0, most: 0 };
  const isWhole = basis.least >= from && basis.most < to;
  return {
    least: isWhole ? amountYen(rule, basis.least, unit) : 0,
    most: amountYen(rule, Math.min(basis.most, to), unit),
  };
}

/** Rises with the basis: no factor is negative. */
function amountYen(rule: CostRule, basisYen: number, { yenPerUnit, cc }: { yenPerUnit: number; cc: number }): Yen {
  const units = rule.fixed + (basisYen / yenPerUnit) * (rule.percent / 100) + rule.perCc * cc;
  const atLeast = Math.max(rule.atLeast, rule.atLeastPerCc * cc);
  return Math.round(Math.min(Math.max(units, atLeast), rule.atMost ?? Number.POSITIVE_INFINITY) * yenPerUnit);
}
