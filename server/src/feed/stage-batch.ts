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

/** Puts a batch aside on a connection that is beside a merge. */
export async function stageBatch(
  given: readonly NumberedRow[],
  { client, names, turns, isTried }: Options,
): Promise<StagedBatch> {
  const { rows, version } = await names.name(client, given);
  const refusals: Refusal[] = [];
  const open: [line: number, place: number][] = [];
  const stage = async (piece: readonly NumberedRow[]) => {
    refusals.push(...(await stageRowsOf(client, piece)));
  };
  if (isTried) {
    await clearStaging(client);
    await savepoint(client);
    await stage(rows);
  }
  for (let from = 0; from < rows.length && !isTried; from += ROWS_A_PIECE) {
    await turns.use(async () => {
      const piece = rows.slice(from, from + ROWS_A_PIECE);
      if (from === 0) await clearStaging(client);
      await beginPiece(client);
      await stage(piece);
      open.push(...(await findOpenLines(client, linesOf(piece))));
      await commit(client);
    });
  }
  const unfit = new Set(refusals.map(({ entry }) => entry));
  const staged = unfit.size === 0 ? rows : rows.filter((entry) => !unfit.has(entry));
  return {
    client,
    portions: portionsOf(staged, new Map(open)),
    refused: refusals.map(({ entry, reason }) => ({ line: entry.line, reason, raw: rawOf(entry) })),
    namesVersion: version,
    leftOut: given.length - rows.length,
  };
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
