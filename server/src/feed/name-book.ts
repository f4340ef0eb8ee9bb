import type { FeedRow, LotRow } from '@seri/contract/feed/rows.ts';
import { isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import { isKnownColor, isKnownMaker, makerAliases } from '@seri/contract/lots/vehicle-words.ts';
import type { PoolClient } from 'pg';
import { findRules, findRulesVersion, type SeenName, writeNames } from './name-queries.ts';

/** What the source wrote where a rule gives the lot another name. */
export type SourceNames = Partial<Record<'maker' | 'model' | 'color' | 'grade' | 'house', string>>;
export type NamedLotRow = LotRow & { sourceNames?: SourceNames };
export type NamedRow = Exclude<FeedRow, LotRow> | NamedLotRow;

/** A rule's name for a name. */
export type Rules = ReadonlyMap<string, string>;
const ruleKey = (kind: string, maker: string, name: string): string => `${kind}\0${maker}\0${name}`;

interface NameBookOptions {
  client: PoolClient;
  /** The operator's first load: its names are where the portal begins, nobody is asked about them. */
  standing: boolean;
}

/**
 * The names of one import: gives rows the names that managers decided on, and writes down each name that comes for the
 * first time. Lots are taken under an unknown name like any other; only a house has to be known.
 */
export class NameBook {
  readonly #client: PoolClient;
  readonly #standing: boolean;
  readonly #seen = new Set<string>();
  #rules: Rules = new Map();
  #version = -1;

  constructor({ client, standing }: NameBookOptions) {
    this.#client = client;
    this.#standing = standing;
  }

  /** Inside the open transaction, whose lock keeps lots from being renamed meanwhile. */
  async name<E extends { row: NamedRow }>(entries: readonly E[]): Promise<E[]> {
    await this.#refresh();
    const fresh: SeenName[] = [];
    const named = entries.flatMap((entry) => {
      const { row } = entry;
      if (row.kind === 'house') {
        // What is said of a name that means another house says nothing of that house.
        if (this.#rules.has(ruleKey('house', '', row.name))) return [];
        this.#note(fresh, row.source, 'house', row.name, () => true);
        return [entry];
      }
      if (row.kind === 'full-list')
        return [{ ...entry, row: { ...row, house: this.#rules.get(ruleKey('house', '', row.house)) ?? row.house } }];
      if (row.kind !== 'lot') return [entry];
      const lot = namedLot(row, this.#rules);
      const { maker, model, color, grade } = givenNames(lot);
      this.#note(fresh, row.source, 'maker', maker, isKnownMaker);
      this.#note(fresh, row.source, 'model', model, () => false, lot.maker);
      this.#note(fresh, row.source, 'color', color, isKnownColor);
      this.#note(fresh, row.source, 'grade', grade, isKnownGrade);
      return [lot === row ? entry : { ...entry, row: lot }];
    });
    await writeNames(this.#client, fresh);
    return named;
  }

  async #refresh(): Promise<void> {
    const version = await findRulesVersion(this.#client);
    if (version === this.#version) return;
    const rules = await findRules(this.#client);
    this.#rules = new Map(rules.map(({ kind, maker, name, means }) => [ruleKey(kind, maker, name), means]));
    this.#version = version;
  }

  #note(
    fresh: SeenName[],
    source: string,
    kind: SeenName['kind'],
    name: string,
    isKnown: (name: string) => boolean,
    maker = '',
  ): void {
    const key = ruleKey(kind, maker, name);
    if (name === '' || this.#seen.has(key)) return;
    this.#seen.add(key);
    const hint = kind === 'maker' ? makerAliases.get(name.toLowerCase()) : undefined;
    const state = this.#standing || isKnown(name) ? 'own' : 'new';
    fresh.push({ kind, maker, name, source, state, ...(hint ? { hint } : {}) });
  }
}

const givenNames = (row: NamedLotRow) => ({
  maker: row.maker,
  model: row.model,
  color: row.color,
  grade: row.condition,
  house: row.house,
  ...row.sourceNames,
});

/** A lot under the names the rules give it; one that has been named before is named anew from what its source wrote. */
function namedLot(row: NamedLotRow, rules: Rules): NamedLotRow {
  if (rules.size === 0 && !row.sourceNames) return row;
  const given = givenNames(row);
  const ruled = (kind: string, name: string, maker = '') => rules.get(ruleKey(kind, maker, name)) ?? name;
  const maker = ruled('maker', given.maker);
  const names = {
    maker,
    model: ruled('model', given.model, maker),
    color: ruled('color', given.color),
    grade: ruled('grade', given.grade),
    house: ruled('house', given.house),
  };
  const sourceNames = Object.fromEntries(
    Object.entries(given).filter(([kind, name]) => names[kind as keyof typeof names] !== name),
  );
  const { sourceNames: _, ...lot } = row;
  const { grade: condition, ...others } = names;
  const isRenamed = Object.keys(sourceNames).length > 0;
  return { ...lot, ...others, condition, ...(isRenamed ? { sourceNames } : {}) };
}

/** The row as its source wrote it. */
export function givenRow(row: NamedLotRow): LotRow {
  const { sourceNames = {}, ...lot } = row;
  const { grade: condition = lot.condition, ...others } = sourceNames;
  return { ...lot, ...others, condition };
}
