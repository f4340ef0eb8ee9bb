import type { FeedRow, LotRow } from '@seri/contract/feed/rows.ts';
import { isKnownGrade } from '@seri/contract/lots/choice-words.ts';
import { isKnownColor, isKnownMaker, makerAliases } from '@seri/contract/lots/vehicle-words.ts';
import type { PoolClient } from 'pg';
import { findRules, findRulesVersion, type SeenName, writeNames } from './name-queries.ts';

/** What the source wrote where a rule gives the lot another name. */
export type SourceNames = Partial<Record<'maker' | 'model' | 'color' | 'grade' | 'house', string>>;
export type NamedLotRow = LotRow & { sourceNames?: SourceNames };
/** What is asked of every lot that was read; all else stands in its line (`read-lot.ts`). */
export type LotHead = Pick<
  NamedLotRow,
  'kind' | 'source' | 'sourceId' | 'updatedAt' | 'maker' | 'model' | 'color' | 'condition' | 'house' | 'sourceNames'
>;
export type NamedRow = Exclude<FeedRow, LotRow> | LotHead;

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

interface NameBookOptions {
  /** The operator's first load: its names are where the portal begins, nobody is asked about them. */
  standing: boolean;
}

interface Named<E> {
  rows: E[];
  /** Of the rules they were named by. */
  version: number;
}

/**
 * The names of one import: gives rows the names that managers decided on, and writes down each name that comes for the
 * first time. Lots are taken under an unknown name like any other; only a house has to be known.
 */
export class NameBook {
  readonly #standing: boolean;
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

  constructor({ standing }: NameBookOptions) {
    this.#standing = standing;
  }

  /**
   * Rows under the names of today. Outside of a transaction whose lock keeps lots from being renamed, whether they still
   * are so is to be asked before they are merged.
   */
  async name<E extends { row: NamedRow }>(client: PoolClient, entries: readonly E[]): Promise<Named<E>> {
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
    return { rows, version: this.#version };
  }

  /** Inside the open transaction: the names that came for the first time since. Whether there were any. */
  async write(client: PoolClient): Promise<boolean> {
    const fresh = this.#fresh.splice(0);
    await writeNames(client, fresh);
    return fresh.length > 0;
  }

  async #refresh(client: PoolClient): Promise<void> {
    // All of a first load is one transaction, so that what is decided meanwhile waits for its end.
    if (this.#standing && this.#version >= 0) return;
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
    const state = this.#standing || isKnown(name) ? 'own' : 'new';
    this.#fresh.push({ kind, maker, name, source, state, ...(hint ? { hint } : {}) });
  }
}

function givenNames(row: LotHead): Required<SourceNames> {
  const { maker, model, color, condition: grade, house, sourceNames } = row;
  const names = { maker, model, color, grade, house };
  return sourceNames ? { ...names, ...sourceNames } : names;
}

/** A lot under the names the rules give it; one that has been named before is named anew from what its source wrote. */
function namedLot(row: LotHead, rules: Rules): LotHead {
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
