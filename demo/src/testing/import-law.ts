import type { CostTable, Eligibility } from '@seri/contract/costs/tables.ts';
import { FUELS, HYBRIDS } from '@seri/contract/lots/facts.ts';

/** The facts of a stored lot, before any rule; null is unknown. */
export interface StoredVehicle {
  vehicle: string;
  port: string | null;
  auctionDay: string;
  priceYen: number;
  typeCode: string | null;
  fuel: string | null;
  hybrid: string | null;
  steering: string | null;
  engineCc: number | null;
  year: number | null;
  month: number | null;
  registeredYear: number | null;
  registeredMonth: number | null;
}
type World = Record<string, number | string>;
type Range = Partial<Record<'from' | 'over' | 'upTo' | 'below', number>>;

const STRICTNESS = ['allowed', 'needs', 'forbidden', 'sanctioned'];
const NO_ENGINE = ['electric', 'hydrogen'];

/**
 * The verdict of a table's eligibility rules, read a second time without the code of the product: every vehicle that the
 * lot may be is written out, each rule is applied to each of them, and the results are compared.
 */
export function verdictByLaw(table: CostTable, destination: string, lot: StoredVehicle): string {
  const place = table.destinations.find(({ code }) => code === destination);
  const port = place?.via ?? destination;
  const rules = table.eligibility.filter((rule) => rule.destination === port || rule.destination === destination);
  if (rules.length === 0) return 'unknown';
  const voyages = table.voyages.filter((voyage) => voyage.destination === port);
  const voyage = voyages.find(({ ports }) => ports === undefined || (lot.port !== null && ports.includes(lot.port)));
  const weeks = (voyage?.weeksToShip ?? 0) + (voyage?.weeksAtSea ?? 0);
  const arrival = new Date(Date.parse(lot.auctionDay) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
  const inForce = rules.filter(({ isSanction, validFrom = '0', validTo = '9' }) => {
    const day = isSanction ? lot.auctionDay : arrival;
    return validFrom <= day && day <= validTo;
  });
  const named = new Set(inForce.flatMap(({ when }) => Object.keys(when)));
  const met = worldsOf(lot, { named, arrival, turnsOn: place?.monthTurnsOn ?? 1 }).map((world) =>
    inForce.filter(({ when }) => Object.entries(when).every(([name, asked]) => fits(world[name], asked))),
  );
  const verdicts = new Set(met.map(strictest));
  if (verdicts.size === 1) return [...verdicts][0] ?? '';
  // A rule that an inspection decides prohibits nothing before the inspection.
  const isSure = (rule: Eligibility) => !rule.isInspected || met.every((rules) => rules.includes(rule));
  const sure = [...new Set(met.map((rules) => strictest(rules.filter(isSure))))];
  if (sure.length === 1 && STRICTNESS.indexOf(sure[0] ?? '') > 1) return sure[0] ?? '';
  return sure.every((verdict) => STRICTNESS.indexOf(verdict) <= 1) ? 'needs' : 'depends';
}

const strictest = (rules: readonly Eligibility[]): string =>
  rules
    .map(({ isSanction, verdict }) => (isSanction ? 'sanctioned' : verdict))
    .reduce((one, other) => (STRICTNESS.indexOf(other) > STRICTNESS.indexOf(one) ? other : one), 'allowed');

function fits(value: number | string | undefined, asked: unknown): boolean {
  if (value === undefined) throw new Error('a rule names a fact that this reading does not know');
  if (typeof value === 'string') {
    const { not } = asked as { not?: string[] };
    return not ? !not.includes(value) : (asked as string[]).includes(value);
  }
  const { from = 0, over = -1, upTo = Number.POSITIVE_INFINITY, below = Number.POSITIVE_INFINITY } = asked as Range;
  return value >= from && value > over && value <= upTo && value < below;
}

interface Law {
  /** The facts that rules name; others are not written out. */
  named: ReadonlySet<string>;
  arrival: string;
  /** Day of the month on which a month is complete. */
  turnsOn: number;
}

function worldsOf(lot: StoredVehicle, law: Law): World[] {
  const letters = /^([A-Z0-9]{1,3})-/.exec(lot.typeCode ?? '')?.[1]?.length;
  const hybrids = lot.hybrid === 'unspecified' ? ['mild', 'full', 'series'] : lot.hybrid ? [lot.hybrid] : HYBRIDS;
  const choices: [name: string, values: readonly (number | string)[]][] = [
    ['steering', lot.steering ? [lot.steering] : ['left', 'right']],
    ['emissionLetters', letters === undefined ? [0, 1, 2, 3] : [letters]],
  ];
  let worlds: World[] = [{ vehicle: lot.vehicle, hammerYen: lot.priceYen }];
  for (const [name, values] of choices)
    if (law.named.has(name)) worlds = worlds.flatMap((world) => values.map((value) => ({ ...world, [name]: value })));
  if (['engineCc', 'fuel', 'hybrid'].some((name) => law.named.has(name))) {
    const drives = (lot.fuel ? [lot.fuel] : FUELS).flatMap((fuel) => {
      const isEngineless = NO_ENGINE.includes(fuel);
      if (lot.fuel === null && lot.engineCc !== null && isEngineless !== (lot.engineCc === 0)) return [];
      const kinds = isEngineless && lot.hybrid === null ? ['none'] : hybrids.filter((kind) => kind !== 'unspecified');
      const engines = isEngineless ? [0] : lot.engineCc === null ? [1, 1_900, 1_901, 8_000] : [lot.engineCc];
      return kinds.flatMap((hybrid) => engines.map((engineCc) => ({ fuel, hybrid, engineCc })));
    });
    worlds = worlds.flatMap((world) => drives.map((drive) => ({ ...world, ...drive })));
  }
  if (!['ageYears', 'ageMonths', 'builtMonths', 'monthsUnregistered'].some((name) => law.named.has(name)))
    return worlds;
  const ages = agesOf(lot, law);
  return worlds.flatMap((world) => ages.map((age) => ({ ...world, ...age })));
}

/** Months since the year 0. */
const monthOf = (year: number, month: number) => year * 12 + month - 1;
const months = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Every pair of months in which the vehicle may have been built and registered; built first, registered by the auction. */
function agesOf(lot: StoredVehicle, { arrival, turnsOn }: Law): World[] {
  const [arrivalYear, arrivalMonth, arrivalDay] = arrival.split('-').map(Number) as [number, number, number];
  const auction = monthOf(Number(lot.auctionDay.slice(0, 4)), Number(lot.auctionDay.slice(5, 7)));
  const complete = monthOf(arrivalYear, arrivalMonth) - (arrivalDay < turnsOn ? 1 : 0);
  const year = lot.registeredYear ?? lot.year;
  const month = lot.registeredMonth ?? (lot.registeredYear === null ? lot.month : null);
  const possible = (inYear: number, inMonth: number | null) =>
    inMonth === null ? months(monthOf(inYear, 1), monthOf(inYear, 12)) : [monthOf(inYear, inMonth)];
  const registered =
    year === null
      ? months(auction - 600, auction)
      : possible(year, month).filter((at, place) => place === 0 || at <= auction);
  return registered.flatMap((registeredAt) => {
    const built = lot.year === null ? months(registeredAt - 24, registeredAt) : possible(lot.year, lot.month);
    const before = built.filter((at) => at <= registeredAt);
    return (before.length > 0 ? before : built).map((builtAt) => ({
      ageMonths: Math.max(0, complete - registeredAt),
      ageYears: Math.max(0, arrivalYear - Math.floor(registeredAt / 12)),
      builtMonths: Math.max(0, complete - builtAt),
      monthsUnregistered: Math.max(0, registeredAt - builtAt),
    }));
  });
}
