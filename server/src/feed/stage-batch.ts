import type { PoolClient } from 'pg';
import type { RefusedRow } from './import-queries.ts';
import { type Refusal, stageRowsOf } from './merge-batch.ts';
import { portionsOf } from './merge-portions.ts';
import type { NameBook } from './name-book.ts';
import { findOpenLines } from './open-lots-queries.ts';
import { type NumberedRow, rawOf } from './read-lot.ts';
import { beginPiece, clearStaging, commit, savepoint, unstageLines } from './staging-queries.ts';
import type { Turns } from './turns.ts';

/** In a transaction of their own, each wholly beside one of the merge: across two it would keep the leftovers of the first. */
const ROWS_A_PIECE = 500;

export interface StagedBatch {
  /** On whose connection it is staged. */
  client: PoolClient;
  /** In what it is merged, one after the other. */
  portions: NumberedRow[][];
  refused: RefusedRow[];
  /** Of the rules its rows were named by. */
  namesVersion: number;
  /** Rows that say nothing, as what they are of means something else by now. */
  leftOut: number;
}

interface Options {
  client: PoolClient;
  names: NameBook;
  /** When pieces of it may be put aside. */
  turns: Turns;
  /** All of it inside the open transaction, to be merged as one: nothing of it will stay. */
  isTried: boolean;
}

/** Of rules that changed while a batch was staged. */
const NO_VERSION = -1;

/** A batch that is put aside, some rows after others, on a connection that may be beside a merge. */
export class Staging {
  readonly #options: Options;
  readonly #rows: NumberedRow[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #open: [line: number, place: number][] = [];
  #namesVersion: number | null = null;
  #given = 0;
  #isCleared = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Rows, whatever became of them. */
  get given(): number {
    return this.#given;
  }

  async add(given: readonly NumberedRow[]): Promise<void> {
    const { client, names, turns, isTried } = this.#options;
    const { rows, version } = await names.name(client, given);
    this.#namesVersion = (this.#namesVersion ?? version) === version ? version : NO_VERSION;
    this.#given += given.length;
    if (isTried) return this.#stage(rows);
    for (let from = 0; from < rows.length; from += ROWS_A_PIECE) {
      const piece = rows.slice(from, from + ROWS_A_PIECE);
      await turns.use(piece.length, () => this.#stage(piece));
    }
  }

  async #stage(piece: NumberedRow[]): Promise<void> {
    const { client, isTried } = this.#options;
    if (!this.#isCleared) await clearStaging(client);
    this.#isCleared = true;
    await (isTried ? savepoint(client) : beginPiece(client));
    this.#refusals.push(...(await stageRowsOf(client, piece)));
    this.#rows.push(...piece);
    if (isTried) return;
    this.#open.push(...(await findOpenLines(client, linesOf(piece))));
    await commit(client);
  }

  /** As it is to be merged. */
  finished(): StagedBatch {
    const unfit = new Set(this.#refusals.map(({ entry }) => entry));
    const staged = unfit.size === 0 ? this.#rows : this.#rows.filter((entry) => !unfit.has(entry));
    return {
      client: this.#options.client,
      portions: portionsOf(staged, new Map(this.#open)),
      refused: this.#refusals.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) })),
      namesVersion: this.#namesVersion ?? NO_VERSION,
      leftOut: this.#given - this.#rows.length,
    };
  }
}

/** Inside the open transaction: what is left of a batch that was staged under other names than those of today. */
export async function stageAnew(
  staged: readonly NumberedRow[],
  client: PoolClient,
  names: NameBook,
): Promise<readonly NumberedRow[]> {
  await unstageLines(client, linesOf(staged));
  const { rows } = await names.name(client, staged);
  await savepoint(client);
  await stageRowsOf(client, rows);
  return rows;
}

const linesOf = (rows: readonly NumberedRow[]) => rows.map(({ line }) => line);
