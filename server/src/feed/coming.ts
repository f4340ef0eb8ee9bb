import { type Batch, MOST_BYTES } from './batches.ts';
import type { RefusedRow } from './import-queries.ts';
import type { NumberedRow } from './read-lot.ts';
import type { SameRow } from './read-rows.ts';
import type { Staging } from './stage-batch.ts';

const BATCH_ROWS = 5_000;

/** What came of a feed since the last batch was begun to be merged. */
export class Coming {
  readonly staging: Staging;
  readonly broken: RefusedRow[];
  readonly same: SameRow[] = [];
  readonly lists: NumberedRow[] = [];
  read = 0;
  met = 0;
  #sameBytes = 0;

  constructor(staging: Staging, broken: RefusedRow[]) {
    this.staging = staging;
    this.broken = broken;
  }

  async take({ rows, broken, same, sameBytes, met }: Batch): Promise<void> {
    await this.staging.add(rows.filter((entry) => !isList(entry)));
    this.lists.push(...rows.filter(isList));
    this.broken.push(...broken);
    this.same.push(...same);
    this.#sameBytes += sameBytes;
    this.read += rows.length + broken.length + same.length + met;
    this.met += met;
  }

  /** Memory is bounded: the batch before has to be merged first. */
  get isFull(): boolean {
    const { staging, broken, same, lists } = this;
    return staging.given + broken.length + same.length + lists.length >= BATCH_ROWS || this.#sameBytes >= MOST_BYTES;
  }
}

const isList = ({ row }: NumberedRow) => row.kind === 'full-list';
