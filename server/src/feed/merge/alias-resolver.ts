import type { FeedRow, LotRow } from '@seri/contract/feed/rows.ts';
import { isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import { isKnownColor, isKnownMaker, makerAliases } from '@seri/contract/lots/vehicle-words.ts';
import type { PoolClient } from 'pg';
import { findRules, findRulesVersion, type SeenName, writeNames } from '../staging/name-queries.ts';

/** The source's own names where an alias replaces them. */
export type SourceNames = Partial<Record<'maker' | 'model' | 'color' | 'grade' | 'house', string>>;
export type NamedLotRow = LotRow & {
  sourceNames?: SourceNames;
  /** Names that the photo store may have for pictures of a pulled list, by their addresses. */
  storeNames?: Readonly<Record<string, string>>;
};
export type NamedRow = Exclude<FeedRow, LotRow> | NamedLotRow;

/** Canonical names by kind and name; of a model together with its maker. */
type Rules = Record<SeenName['kind'], Map<string, string>>;
const noRules = (): Rules => ({
  maker: new Map(),
  model: new Map(),
  color: new Map(),
  grade: new Map(),
  house: new Map(),
});
const keyOf = (maker: string, name: string): string => (maker === '' ? name : `${maker}\0${name}`);

/**
 * The names of one import: replaces names by the managers' aliases and records new names. Lots with an unknown name are
 * imported as they are; only the auction house has to be known.
 */
export class AliasResolver {
  readonly #areCanonical: boolean;
  readonly #seen: Record<SeenName['kind'], Set<string>> = {
    maker: new Set(),
    model: new Set(),
    color: new Set(),
    grade: new Set(),
    house: new Set(),
  };
  #fresh: SeenName[] = [];
  #rules = noRules();
  #version = -1;

  /** `areCanonical`: the names are the initial ones of a portal and need no decision. */
  constructor({ areCanonical }: { areCanonical: boolean }) {
    this.#areCanonical = areCanonical;
  }

  /** Rows with the current names. Runs inside a transaction whose lock excludes renaming. */
  async name<E extends { row: NamedRow }>(client: PoolClient, entries: readonly E[]): Promise<E[]> {
    await this.#refresh(client);
    const rows = entries.flatMap((entry) => {
      const { row } = entry;
      if (row.kind === 'house') {
        // The row of an alias must not change the auction house it refers to.
        if (this.#rules.house.has(row.name)) return [];
        this.#note(row.source, 'house', row.name, () => true);
        return [entry];
      }
      if (row.kind === 'full-list')
        return [{ ...entry, row: { ...row, house: this.#rules.house.get(row.house) ?? row.house } }];
      if (row.kind !== 'lot') return [entry];
      const lot = namedLot(row, this.#rules);
      const { maker, model, color, grade } = sourceNamesOf(lot);
      this.#note(row.source, 'maker', maker, isKnownMaker);
      this.#note(row.source, 'model', model, () => false, lot.maker);
      this.#note(row.source, 'color', color, isKnownColor);
      this.#note(row.source, 'grade', grade, isKnownGrade);
      return [lot === row ? entry : { ...entry, row: lot }];
    });
    await writeNames(client, this.#fresh);
    return rows;
  }

  /** The transaction with the named rows is committed; until then their names are written each time. */
  markCommitted(): void {
    this.#fresh = [];
  }

  async #refresh(client: PoolClient): Promise<void> {
    const version = await findRulesVersion(client);
    if (version === this.#version) return;
    const rules = noRules();
    for (const { kind, maker, name, means } of await findRules(client)) rules[kind].set(keyOf(maker, name), means);
    this.#rules = rules;
    this.#version = version;
  }

  #note(source: string, kind: SeenName['kind'], name: string, isKnown: (name: string) => boolean, maker = ''): void {
    const key = keyOf(maker, name);
    if (name === '' || this.#seen[kind].has(key)) return;
    this.#seen[kind].add(key);
    const hint = kind === 'maker' ? makerAliases.get(name.toLowerCase()) : undefined;
    const state = this.#areCanonical || isKnown(name) ? 'own' : 'new';
    this.#fresh.push({ kind, maker, name, source, state, ...(hint ? { hint } : {}) });
  }
}

function sourceNamesOf(row: NamedLotRow): Required<SourceNames> {
  const { maker, model, color, condition: grade, house, sourceNames } = row;
  const names = { maker, model, color, grade, house };
  return sourceNames ? { ...names, ...sourceNames } : names;
}

/** Applies the aliases to a lot; one that has been renamed before is renamed from the source's own names. */
function namedLot(row: NamedLotRow, rules: Rules): NamedLotRow {
  const given = sourceNamesOf(row);
  const maker = rules.maker.get(given.maker) ?? given.maker;
  const model = (rules.model.size > 0 && rules.model.get(keyOf(maker, given.model))) || given.model;
  const color = rules.color.get(given.color) ?? given.color;
  const grade = rules.grade.get(given.grade) ?? given.grade;
  const house = rules.house.get(given.house) ?? given.house;
  // Fast path for nearly every row, without an allocation.
  if (
    !row.sourceNames &&
    maker === given.maker &&
    model === given.model &&
    color === given.color &&
    grade === given.grade &&
    house === given.house
  )
    return row;
  const names = { maker, model, color, grade, house };
  const kinds = Object.keys(names) as (keyof typeof names)[];
  const renamed = kinds.filter((kind) => names[kind] !== given[kind]);
  const { sourceNames: _, ...lot } = row;
  const sourceNames = Object.fromEntries(renamed.map((kind) => [kind, given[kind]]));
  return { ...lot, maker, model, color, condition: grade, house, ...(renamed.length > 0 ? { sourceNames } : {}) };
}

/** The row as its source wrote it. */
export function sourceRow(row: NamedLotRow): LotRow {
  const { sourceNames = {}, storeNames: _, ...lot } = row;
  const { grade: condition = lot.condition, ...others } = sourceNames;
  return { ...lot, ...others, condition };
}
