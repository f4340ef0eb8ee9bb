import type { Door } from './compiled.ts';
import { matchesFacts, spanInside } from './conditions.ts';
import { isValidOn } from './dates.ts';
import type { KnownFacts } from './facts.ts';
import type { Eligibility } from './tables.ts';
import { type DoorVerdict, strictness } from './verdicts.ts';

/** Rules that a scenario meets at any price, on the day of the auction (sanctions) or of the arrival. */
export const rulesMet = (
  door: Door,
  facts: KnownFacts,
  day: { auction: string; arrival: string },
): readonly Eligibility[] =>
  door.eligibility.filter(
    (rule) => isValidOn(rule.isSanction ? day.auction : day.arrival, rule) && matchesFacts(facts, rule.when),
  );

/** Whether a rule that a vehicle meets also applies at a hammer price in yen. */
export const isMetAt = ({ when: { hammerYen } }: Eligibility, priceYen: number): boolean =>
  hammerYen === undefined || spanInside(priceYen, priceYen, hammerYen).some;

/** The verdict of a rule; a sanction is stricter than any other prohibition. */
export const verdictOf = ({ verdict, isSanction }: Eligibility): DoorVerdict => (isSanction ? 'sanctioned' : verdict);

/** The strictest of the rules met at a price; `allowed` without one, `unknown` in a country without any rule. */
export function verdictAt(door: Door, met: readonly Eligibility[], priceYen: number): DoorVerdict {
  if (door.eligibility.length === 0) return 'unknown';
  let strictest: DoorVerdict = 'allowed';
  for (const rule of met)
    if (isMetAt(rule, priceYen) && strictness(verdictOf(rule)) > strictness(strictest)) strictest = verdictOf(rule);
  return strictest;
}
