import type { CombinationTable } from './columns.ts';
import type { Engine } from './engine.ts';

export interface CombinationSets {
  /**
   * Which combinations of a table meet a condition on its columns: the digit at the place of a number is 1 if that
   * combination does. Undefined while it is not known.
   */
  find(table: CombinationTable, condition: string): string | undefined;
}

export interface KeptSets {
  /** Runs a query that uses the sets, after those that it asks for were looked up. */
  ask<Row>(build: (sets: CombinationSets) => string): Promise<Row[]>;
  /** Called when combinations were added, before lots have their numbers. */
  forget(): void;
}

/** Sets of the conditions that were asked for last. */
const MAX_KEPT = 500;
const NO_SETS: CombinationSets = { find: () => undefined };

/**
 * Keeps which combinations meet a condition, because joining their tables takes a quarter of the time of a list with every
 * filter. Combinations are only ever added, so the sets are right until then.
 */
export function keepSets(engine: Pick<Engine, 'ask'>): KeptSets {
  const kept = new Map<string, string>();
  const missing = new Map<string, string>();
  let additions = 0;

  const lookUp = async (key: string, statement: string): Promise<void> => {
    const at = additions;
    const [row] = await engine.ask<{ digits: string }>(statement);
    if (!row || at !== additions) return;
    kept.set(key, row.digits);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
  };
  const lookUpMissing = async (): Promise<void> => {
    const found = [...missing];
    missing.clear();
    await Promise.all(found.map(([key, statement]) => lookUp(key, statement)));
  };
  const sets: CombinationSets = {
    find: (table, condition) => {
      const key = `${table} ${condition}`;
      const digits = kept.get(key);
      if (digits === undefined)
        // Numbers begin with 1, places with 0.
        missing.set(
          key,
          `select '0' || coalesce(string_agg(case when ${condition} then '1' else '0' end, '' order by number), '') as digits from ${table}`,
        );
      return digits;
    },
  };

  return {
    ask: async <Row>(build: (sets: CombinationSets) => string) => {
      const at = additions;
      const first = build(sets);
      // Without a set the query joins the table, which takes the longer, the more lots there are.
      const query = missing.size === 0 ? first : await lookUpMissing().then(() => build(sets));
      const answer = await engine.ask<Row>(query).catch((error: unknown) => {
        if (at === additions) throw error;
        return null;
      });
      // Lots may have had a number that the sets do not contain.
      return answer && at === additions ? answer : engine.ask<Row>(build(NO_SETS));
    },
    forget: () => {
      additions += 1;
      kept.clear();
    },
  };
}
