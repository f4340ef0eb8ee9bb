import type { Pool, PoolClient } from 'pg';
import { standBackWith } from '../platform/stand-back.ts';
import { createStaging, noteTouched, takeTouched } from './staging-queries.ts';

/** A connection keeps its priority, for whichever import has it next. */
const toldOnce = new WeakSet<PoolClient>();

/** The connections of an import: while a batch is merged on one, the next is staged on the other. */
export class ImportLanes {
  readonly main: PoolClient;
  readonly #pool: Pool;
  #other: PoolClient | null = null;

  private constructor(pool: Pool, main: PoolClient) {
    this.#pool = pool;
    this.main = main;
  }

  static async begin(pool: Pool): Promise<ImportLanes> {
    return new ImportLanes(pool, await prepared(pool));
  }

  /** The one that is free while that one is busy. A short input never asks for it; in a long one people go first. */
  async beside(busy: PoolClient): Promise<PoolClient> {
    if (busy !== this.main) return this.main;
    if (this.#other) return this.#other;
    this.#other = await prepared(this.#pool);
    for (const client of [this.main, this.#other]) {
      if (toldOnce.has(client)) continue;
      await standBackWith(client);
      toldOnce.add(client);
    }
    return this.#other;
  }

  /** Averages are worked out on the main one, of all lots that were touched. Nobody may be busy. */
  async gatherTouched(): Promise<void> {
    const lotIds = this.#other ? await takeTouched(this.#other) : [];
    if (lotIds.length > 0) await noteTouched(this.main, lotIds);
  }

  /** A connection that may stand in a broken transaction is not given back. */
  release(isBroken: boolean): void {
    for (const client of [this.main, ...(this.#other ? [this.#other] : [])]) client.release(isBroken);
  }
}

async function prepared(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await createStaging(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return client;
}
