import type { PoolClient } from 'pg';
import { type CopyLine, outcomeCopyLine } from './copy-text.ts';
import { judgeStaged, NOTHING_JUDGED } from './full-list-queries.ts';
import { mergeHouses } from './house-queries.ts';
import { type LotDefaults, mergeLots } from './lots-queries.ts';
import { mergeOutcomes } from './outcome-queries.ts';
import { mergeProductionMonths } from './production-month-queries.ts';
import { copyLineOf, isLot, type NumberedRow, outcomeLineOf } from './read-lot.ts';
import { backToSavepoint, savepoint, stageRows } from './staging-queries.ts';

/** Rows that wait for the end of the file in the hope of their house; more are refused at once, memory is bounded. */
export const MOST_WAITING_ROWS = 20_000;

export const unknownHouse = (house: string) => `unknown house ${JSON.stringify(house)}`;
export const overlaps = (range: string) => `overlaps ${range}: a number is built in one month`;
export const PLACE_TAKEN = 'house, day and lot number belong to another sourceId: a lot is listed once';

export interface Refusal {
  entry: NumberedRow;
  reason: string;
  /** A later row of the same file may cure it: the house comes, or the other lot moves away. */
  curable: boolean;
  /** The house nobody knows. */
  house?: string;
}

export interface BatchMerged {
  /** Lots that were not there before. */
  added: number;
  written: number;
  refusals: Refusal[];
  changedLotIds: number[];
  movedLotIds: number[];
  /** Lots that a whole list had taken off before their rows came. */
  removed: number;
}

/**
 * Puts rows aside in the database, after a savepoint. One the database itself refuses is found by halving the batch, so
 * that it costs no other row.
 */
export async function stageRowsOf(client: PoolClient, batch: readonly NumberedRow[]): Promise<Refusal[]> {
  const lots = batch.flatMap((entry) => (isLot(entry) ? [copyLineOf(entry)] : []));
  const outcomes = batch.flatMap((entry) => outcomeOf(entry) ?? []);
  try {
    await stageRows(client, lots, outcomes);
    return [];
  } catch (error) {
    if (!isAboutData(error)) throw error;
    await backToSavepoint(client);
    const [entry] = batch;
    if (entry && batch.length === 1) return [refusedByDatabase(entry, error)];
  }
  const middle = Math.ceil(batch.length / 2);
  const first = await stageRowsOf(client, batch.slice(0, middle));
  await savepoint(client);
  return [...first, ...(await stageRowsOf(client, batch.slice(middle)))];
}

function outcomeOf(entry: NumberedRow): CopyLine | null {
  if (isLot(entry)) return outcomeLineOf(entry);
  return entry.row.kind === 'result' ? outcomeCopyLine(entry.line, entry.row) : null;
}
const saysOutcome = (entry: NumberedRow) => (isLot(entry) ? entry.lot.saysOutcome : entry.row.kind === 'result');

const refusedByDatabase = (entry: NumberedRow, error: unknown): Refusal => ({
  entry,
  reason: `the database refuses it: ${(error as Error).message}`,
  curable: false,
});

/**
 * Merges staged rows, after a savepoint: houses, months of production, lots, outcomes, each in one statement. A
 * row the database itself refuses is found by halving the batch, so that it costs no other row.
 */
export async function mergeBatch(
  client: PoolClient,
  batch: readonly NumberedRow[],
  defaults: LotDefaults,
): Promise<BatchMerged> {
  try {
    return await mergeTogether(client, batch, defaults);
  } catch (error) {
    if (!isAboutData(error)) throw error;
    await backToSavepoint(client);
    const [entry] = batch;
    if (entry && batch.length === 1)
      return {
        added: 0,
        written: 0,
        refusals: [refusedByDatabase(entry, error)],
        changedLotIds: [],
        movedLotIds: [],
        removed: 0,
      };
  }
  const middle = Math.ceil(batch.length / 2);
  const first = await mergeBatch(client, batch.slice(0, middle), defaults);
  await savepoint(client);
  const second = await mergeBatch(client, batch.slice(middle), defaults);
  return {
    added: first.added + second.added,
    written: first.written + second.written,
    refusals: [...first.refusals, ...second.refusals],
    changedLotIds: [...first.changedLotIds, ...second.changedLotIds],
    movedLotIds: [...first.movedLotIds, ...second.movedLotIds],
    removed: first.removed + second.removed,
  };
}

async function mergeTogether(
  client: PoolClient,
  batch: readonly NumberedRow[],
  defaults: LotDefaults,
): Promise<BatchMerged> {
  const houses = batch.flatMap(({ line, row }) => (row.kind === 'house' ? [{ ...row, line }] : []));
  const months = batch.flatMap(({ line, row }) => (row.kind === 'production-month' ? [{ ...row, line }] : []));
  const lines = batch.map(({ line }) => line);
  const outcomeLines = batch.flatMap((entry) => (saysOutcome(entry) ? [entry.line] : []));
  const housesWritten = await mergeHouses(client, houses, defaults);
  const monthsMerged = await mergeProductionMonths(client, months);
  const lotsMerged = await mergeLots(client, newestLines(batch), defaults);
  const outcomesMerged = await mergeOutcomes(client, outcomeLines, lotsMerged.inserted);
  const { removed, restored } = lotsMerged.hasLists ? await judgeStaged(client, lines) : NOTHING_JUDGED;
  const { inserted, changed, moved } = lotsMerged;
  return {
    added: inserted.length,
    written:
      housesWritten +
      monthsMerged.written +
      outcomesMerged.resultsKept +
      new Set([...inserted, ...changed, ...outcomesMerged.changedByLotRow]).size,
    refusals: refusalsOf(batch, { ...lotsMerged, overlapping: monthsMerged.taken }),
    changedLotIds: [...new Set([...inserted, ...changed, ...outcomesMerged.changed, ...removed, ...restored])],
    movedLotIds: moved,
    removed: removed.length,
  };
}

/** Of each lot the row under the newest stamp counts, of two under one stamp the later. */
function newestLines(batch: readonly NumberedRow[]): number[] {
  const newest = new Map<string, { line: number; updatedAt: string }>();
  for (const { line, row } of batch) {
    if (row.kind !== 'lot') continue;
    const { source, sourceId, updatedAt } = row;
    const key = `${source}\0${sourceId}`;
    const other = newest.get(key);
    const isOlder = other && (Date.parse(updatedAt) - Date.parse(other.updatedAt) || line - other.line) < 0;
    if (!isOlder) newest.set(key, { line, updatedAt });
  }
  return [...newest.values()].map(({ line }) => line);
}

interface Judged {
  homeless: [number, string][];
  taken: number[];
  overlapping: [number, string][];
}

function refusalsOf(batch: readonly NumberedRow[], { homeless, taken, overlapping }: Judged): Refusal[] {
  if (homeless.length + taken.length + overlapping.length === 0) return [];
  const byLine = new Map(batch.map((entry) => [entry.line, entry]));
  const refuse = (line: number, reason: string, more: Pick<Refusal, 'house'> = {}): Refusal[] => {
    const entry = byLine.get(line);
    return entry ? [{ entry, reason, curable: true, ...more }] : [];
  };
  return [
    ...homeless.flatMap(([line, house]) => refuse(line, unknownHouse(house), { house })),
    ...overlapping.flatMap(([line, range]) => refuse(line, overlaps(range))),
    ...taken.flatMap((line) => refuse(line, PLACE_TAKEN)),
  ];
}

/** Classes 22 and 23 of SQLSTATE: the values, not the connection or the machine. */
export const isAboutData = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));
