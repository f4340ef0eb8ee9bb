import type { FeedRow, LotRow } from '@seri/contract/feed/rows.ts';
import { isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import { isKnownColor, isKnownMaker, makerAliases } from '@seri/contract/lots/vehicle-words.ts';
import type { PoolClient } from 'pg';
import { findRules, findRulesVersion, type SeenName, writeNames } from '../staging/name-queries.ts';

/** What the source wrote where a rule gives the lot another name. */
export type SourceNames = Partial<Record<'maker' | 'model' | 'color' | 'grade' | 'house', string>>;
export type NamedLotRow = LotRow & { sourceNames?: SourceNames };
export type NamedRow = Exclude<FeedRow, LotRow> | NamedLotRow;

/** What names mean, by kind; of a model with its maker. */
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
 * The names of one import: gives rows the names that managers decided on, and writes down each name that comes for the
 * first time. Lots are taken under an unknown name like any other; only a house has to be known.
 */
export class AliasResolver {
  readonly #areStanding: boolean;
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

  /** `areStanding`: the names are where a portal begins, nobody is asked about them. */
  constructor({ areStanding }: { areStanding: boolean }) {
    this.#areStanding = areStanding;
  }

  /** Rows under the names of today, inside a transaction whose lock keeps lots from being renamed. */
  async name<E extends { row: NamedRow }>(client: PoolClient, entries: readonly E[]): Promise<E[]> {
    await this.#refresh(client);
    const rows = entries.flatMap((entry) => {
      const { row } = entry;
      if (row.kind === 'house') {
        // What is said of a name that means another house says nothing of that house.
        if (this.#rules.house.has(row.name)) return [];
        this.#note(row.source, 'house', row.name, () => true);
        return [entry];
      }
      if (row.kind === 'full-list')
        return [{ ...entry, row: { ...row, house: this.#rules.house.get(row.house) ?? row.house } }];
      if (row.kind !== 'lot') return [entry];
      const lot = namedLot(row, this.#rules);
      const { maker, model, color, grade } = givenNames(lot);
      this.#note(row.source, 'maker', maker, isKnownMaker);
      this.#note(row.source, 'model', model, () => false, lot.maker);
      this.#note(row.source, 'color', color, isKnownColor);
      this.#note(row.source, 'grade', grade, isKnownGrade);
      return [lot === row ? entry : { ...entry, row: lot }];
    });
    await writeNames(client, this.#fresh);
    return rows;
  }

  /** The transaction in which rows were named is committed: until then their names are written each time. */
  kept(): void {
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
    const state = this.#areStanding || isKnown(name) ? 'own' : 'new';
    this.#fresh.push({ kind, maker, name, source, state, ...(hint ? { hint } : {}) });
  }
}

function givenNames(row: NamedLotRow): Required<SourceNames> {
  const { maker, model, color, condition: grade, house, sourceNames } = row;
  const names = { maker, model, color, grade, house };
  return sourceNames ? { ...names, ...sourceNames } : names;
}

/** A lot under the names the rules give it; one that has been named before is named anew from what its source wrote. */
function namedLot(row: NamedLotRow, rules: Rules): NamedLotRow {
  const given = givenNames(row);
  const maker = rules.maker.get(given.maker) ?? given.maker;
  const model = (rules.model.size > 0 && rules.model.get(keyOf(maker, given.model))) || given.model;
  const color = rules.color.get(given.color) ?? given.color;
  const grade = rules.grade.get(given.grade) ?? given.grade;
  const house = rules.house.get(given.house) ?? given.house;
  // Nearly every row: nothing is built for it.
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
export function givenRow(row: NamedLotRow): LotRow {
  const { sourceNames = {}, ...lot } = row;
  const { grade: condition = lot.condition, ...others } = sourceNames;
  return { ...lot, ...others, condition };
}
