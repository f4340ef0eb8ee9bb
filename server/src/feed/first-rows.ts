import type { PoolClient } from 'pg';
import { outcomeCopyLine } from './copy-text.ts';
import { createFirstStaging, type FirstRows, findHouseNames, stageFirstRows } from './first-rows-queries.ts';
import { mergeHouses } from './house-queries.ts';
import type { LotDefaults } from './lots-queries.ts';
import { isAboutData, MOST_WAITING_ROWS, overlaps, type Refusal, unknownHouse } from './merge-batch.ts';
import { mergeProductionMonths } from './production-month-queries.ts';
import { byItself, copyLineOf, isLot, type NumberedRow, placeOfLot, rawOf } from './read-lot.ts';
import { SeenPlaces } from './seen-places.ts';
import { backToSavepoint, nextSavepoint, releaseSavepoint, savepoint } from './staging-queries.ts';

export interface Taken {
  /** Houses and months of production: those stand at once. */
  written: number;
  refusals: Refusal[];
}

/** Puts the rows of a first load aside in the database until all of them are there. */
export class FirstStage {
  readonly #client: PoolClient;
  readonly #defaults: LotDefaults;
  readonly #places = new SeenPlaces();
  #houses: ReadonlySet<string> | null = null;
  #waiting: NumberedRow[] = [];

  private constructor(client: PoolClient, defaults: LotDefaults) {
    this.#client = client;
    this.#defaults = defaults;
  }

  static async begun(client: PoolClient, defaults: LotDefaults): Promise<FirstStage> {
    await createFirstStaging(client);
    await savepoint(client);
    return new FirstStage(client, defaults);
  }

  /** What a later row may cure waits for the end. */
  async take(batch: NumberedRow[]): Promise<Taken> {
    const { written, refusals } = await this.#takeWhatGoes(batch);
    const curable = refusals.filter((refusal) => refusal.curable);
    const wait = new Set(curable.slice(0, MOST_WAITING_ROWS - this.#waiting.length));
    for (const { entry } of wait) this.#waiting.push(byItself(entry));
    return { written, refusals: refusals.filter((refusal) => !wait.has(refusal)) };
  }

  /** After the last row. */
  async finish(): Promise<Taken> {
    const taken = await this.#takeWhatGoes(this.#waiting.splice(0));
    await releaseSavepoint(this.#client);
    return taken;
  }

  /** A row the database itself refuses is found by halving, so that it costs no other row. */
  async #takeWhatGoes(batch: NumberedRow[]): Promise<Taken> {
    const [entry] = batch;
    if (!entry) return { written: 0, refusals: [] };
    try {
      // What is copied is put together while the savepoint is made: the connection keeps their order.
      const [, taken] = await Promise.all([nextSavepoint(this.#client), this.#takeTogether(batch)]);
      return taken;
    } catch (error) {
      if (!isAboutData(error)) throw error;
      await backToSavepoint(this.#client);
      this.#houses = null;
      const reason = `the database refuses it: ${(error as Error).message}`;
      if (batch.length === 1) return { written: 0, refusals: [{ entry, reason, curable: false }] };
    }
    const middle = Math.ceil(batch.length / 2);
    const first = await this.#takeWhatGoes(batch.slice(0, middle));
    const second = await this.#takeWhatGoes(batch.slice(middle));
    return { written: first.written + second.written, refusals: [...first.refusals, ...second.refusals] };
  }

  async #takeTogether(batch: NumberedRow[]): Promise<Taken> {
    const staged: FirstRows = { lots: [], results: [], texts: [], lists: [] };
    const houses = batch.flatMap(({ line, row }) => (row.kind === 'house' ? [{ ...row, line }] : []));
    const months = batch.flatMap(({ line, row }) => (row.kind === 'production-month' ? [{ ...row, line }] : []));
    const housesWritten = await mergeHouses(this.#client, houses, this.#defaults);
    const monthsMerged = await mergeProductionMonths(this.#client, months);
    if (houses.length > 0 || !this.#houses) this.#houses = await findHouseNames(this.#client);
    const overlapping = new Map(monthsMerged.taken);
    const refusals: Refusal[] = [];
    for (const entry of batch) {
      const { line, row } = entry;
      const range = overlapping.get(line);
      if (range !== undefined) refusals.push({ entry, reason: overlaps(range), curable: true });
      else if (row.kind === 'result') staged.results.push(outcomeCopyLine(line, row));
      else if (row.kind === 'full-list') staged.lists.push({ line, list: row, raw: rawOf(entry) });
      else if (isLot(entry)) {
        const { house } = entry.row;
        if (!this.#houses.has(house)) refusals.push({ entry, reason: unknownHouse(house), curable: true, house });
        else {
          staged.lots.push(copyLineOf(entry));
          if (this.#places.meet(placeOfLot(entry))) staged.texts.push({ line, raw: rawOf(entry) });
        }
      }
    }
    await stageFirstRows(this.#client, staged);
    return { written: housesWritten + monthsMerged.written, refusals };
  }
}
