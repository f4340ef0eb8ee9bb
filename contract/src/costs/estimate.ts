import type { Yen } from '../money.ts';
import {
  COST_KINDS,
  type CostBasis,
  type CostKind,
  type CostRates,
  type CostRule,
  isInCif,
  isInFob,
  type UnknownFact,
} from './tables.ts';

/** Known facts of the vehicle; null is unknown and is never guessed. */
export interface CostFacts {
  house: string;
  vehicle: 'car' | 'bike';
  engineCc: number | null;
  powerPs: number | null;
  /** Whole months since the vehicle was first registered or built; counted from January where only the year is known. */
  ageMonths: number | null;
  /** False: only the year is known, so the vehicle may be up to eleven months younger. */
  isMonthKnown?: boolean;
}

/** An unknown fact that makes an amount a minimum. */
export type MissingFact = 'engineCc' | 'powerPs' | 'ageMonths' | 'month' | UnknownFact;

export interface CostLine {
  kind: CostKind;
  /** The rule that the amount comes from. */
  rule: CostRule;
  amountYen: Yen;
}

export interface CostEstimate {
  hammerYen: Yen;
  lines: CostLine[];
  /** Cost up to loading in Japan (FOB). */
  fobYen: Yen;
  /** Cost at the port of arrival with freight and insurance (CIF). */
  cifYen: Yen;
  /** With duty, excise, tax, port fees and delivery. A minimum when a fact is missing. */
  totalYen: Yen;
  /** Unknown facts that affect the amount; with any of them the total means "at least". */
  missing: MissingFact[];
}

/** An amount known only as a range. */
interface Span {
  least: number;
  most: number;
}
const plus = (a: Span, b: Span): Span => ({ least: a.least + b.least, most: a.most + b.most });

const JAPAN = 'JPY';
const isWithin = (value: number, from: number | undefined, to: number | undefined): boolean =>
  value >= (from ?? 0) && value < (to ?? Number.POSITIVE_INFINITY);
const limits = (from: unknown, to: unknown): boolean => from !== undefined || to !== undefined;
const MAX_MONTHS_YOUNGER = 11;

/** Whether a vehicle of this age is in the rule's interval; null where the unknown month decides. */
function isOfAge(rule: CostRule, { ageMonths, isMonthKnown = true }: CostFacts): boolean | null {
  if (ageMonths === null) return null;
  const youngest = isMonthKnown ? ageMonths : Math.max(0, ageMonths - MAX_MONTHS_YOUNGER);
  const from = rule.ageFromMonths ?? 0;
  const to = rule.ageToMonths ?? Number.POSITIVE_INFINITY;
  if (ageMonths < from || youngest >= to) return false;
  return youngest >= from && ageMonths < to ? true : null;
}

/** Unknown facts of the vehicle that decide whether the rule applies; with any of them the rule cannot be evaluated. */
function factsToEvaluate(rule: CostRule, facts: CostFacts): MissingFact[] {
  const needsCc = limits(rule.engineFromCc, rule.engineToCc) || rule.perCc > 0 || rule.atLeastPerCc > 0;
  const needsPower = limits(rule.powerFromPs, rule.powerToPs);
  const isAgeUnclear = limits(rule.ageFromMonths, rule.ageToMonths) && isOfAge(rule, facts) === null;
  return [
    ...(needsCc && facts.engineCc === null ? (['engineCc'] as const) : []),
    ...(needsPower && facts.powerPs === null ? (['powerPs'] as const) : []),
    ...(isAgeUnclear ? ([facts.ageMonths === null ? 'ageMonths' : 'month'] as const) : []),
  ];
}

/**
 * The facts without which the amount of this rule is a minimum: unknown facts of the vehicle (the rule is then left out
 * of the sum), and facts that no lot has yet (the sum then holds the lowest case).
 */
export function factsMissing(rule: CostRule, facts: CostFacts): MissingFact[] {
  const toEvaluate = factsToEvaluate(rule, facts);
  // A missing rate is only known once the rule can be evaluated.
  const beyond = toEvaluate.length > 0 ? rule.minimumWithout.filter((fact) => fact !== 'rate') : rule.minimumWithout;
  return [...toEvaluate, ...beyond];
}

/** The rules that apply to this vehicle on its way to these places (`placesTo` a destination), at any price. */
export function rulesFor(rules: readonly CostRule[], facts: CostFacts, places: readonly string[]): CostRule[] {
  return rules.filter(
    (rule) =>
      (rule.house === undefined || rule.house === facts.house) &&
      (rule.destination === undefined || places.includes(rule.destination)) &&
      (rule.vehicle === undefined || rule.vehicle === facts.vehicle) &&
      (facts.engineCc === null || isWithin(facts.engineCc, rule.engineFromCc, rule.engineToCc)) &&
      (facts.powerPs === null || isWithin(facts.powerPs, rule.powerFromPs, rule.powerToPs)) &&
      isOfAge(rule, facts) !== false,
  );
}

/**
 * Itemizes the cost of a vehicle up to its destination at a hammer price. `rules` are those of {@link rulesFor}. A rule
 * that needs an unknown fact is left out, and `missing` names the fact.
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
    missing: missingFacts(rules, facts),
  };
}

/** The unknown facts that these rules need, each once. */
export const missingFacts = (rules: readonly CostRule[], facts: CostFacts): MissingFact[] => [
  ...new Set(rules.flatMap((rule) => factsMissing(rule, facts))),
];

export interface Costing {
  rules: readonly CostRule[];
  rates: CostRates;
  facts: CostFacts;
}

/** The range of totals for a range of hammer prices; exact where the range is one price. */
export const totalsBetween = (hammer: Span, costing: Costing): Span => walk(hammer, costing, () => {}).total;

function walk(
  hammer: Span,
  { rules, rates, facts }: Costing,
  onCost: (rule: CostRule, amount: Span) => void,
): { fob: Span; cif: Span; total: Span } {
  const sums: Record<CostBasis, Span> = {
    hammer,
    fob: hammer,
    cif: hammer,
    cifAndDuty: hammer,
    cifDutyAndExcise: hammer,
  };
  let total = hammer;
  for (const kind of COST_KINDS) {
    let ofKind: Span = { least: 0, most: 0 };
    for (const rule of rules) {
      if (rule.kind !== kind || factsToEvaluate(rule, facts).length > 0) continue;
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
    if (isInCif(kind) || kind === 'duty' || kind === 'excise')
      sums.cifDutyAndExcise = plus(sums.cifDutyAndExcise, ofKind);
  }
  return { fob: sums.fob, cif: sums.cif, total };
}

const rateOf = ({ currency }: CostRule, rates: CostRates): number => (currency === JAPAN ? 1 : (rates[currency] ?? 0));

/** A rule whose bounds cut through the range may cost nothing or its whole amount. */
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

/** Monotonic in the basis, because no factor is negative. */
function amountYen(rule: CostRule, basisYen: number, { yenPerUnit, cc }: { yenPerUnit: number; cc: number }): Yen {
  const units = rule.fixed + (basisYen / yenPerUnit) * (rule.percent / 100) + rule.perCc * cc;
  const atLeast = Math.max(rule.atLeast, rule.atLeastPerCc * cc);
  return Math.round(Math.min(Math.max(units, atLeast), rule.atMost ?? Number.POSITIVE_INFINITY) * yenPerUnit);
}
