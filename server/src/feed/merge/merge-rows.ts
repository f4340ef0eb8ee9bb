import type { PoolClient } from 'pg';
import { mergeHouses } from './house-queries.ts';
import { type LotDefaults, type LotsMerged, mergeLots } from './lots-queries.ts';
import { mergeOutcomes } from './outcome-queries.ts';
import { mergeProductionMonths } from './production-month-queries.ts';
import { delistMissing } from './snapshot-queries.ts';
import { type NumberedRow, stageRows } from './stage-rows.ts';

export interface Refusal {
  entry: NumberedRow;
  reason: string;
  /** The house nobody knows. */
  house?: string;
}

export interface RowsMerged {
  /** Lots that were not there before. */
  added: number;
  written: number;
  /** A later row of the same file may cure them: the house comes, or the other lot moves away. */
  refusals: Refusal[];
  /** Rows that change lots somebody may bid on, left for portions of their own. */
  setAside: NumberedRow[];
  changedLotIds: number[];
  movedLotIds: number[];
  /** Lots that a whole list had taken off before their rows came. */
  removed: number;
}

interface Options {
  defaults: LotDefaults;
  /** Lots that somebody may bid on too. */
  withOpen: boolean;
}

/** Merges rows inside the open transaction: houses, months of production, lots, outcomes, each in one statement. */
export async function mergeRows(
  client: PoolClient,
  rows: readonly NumberedRow[],
  { defaults, withOpen }: Options,
): Promise<RowsMerged> {
  const houses = rows.flatMap(({ line, row }) => (row.kind === 'house' ? [{ ...row, line }] : []));
  const months = rows.flatMap(({ line, row }) => (row.kind === 'production-month' ? [{ ...row, line }] : []));
  await stageRows(client, rows);
  const housesWritten = await mergeHouses(client, houses, defaults);
  const monthsMerged = await mergeProductionMonths(client, months);
  const lots = await mergeLots(client, defaults, withOpen);
  const { inserted, changed, moved, stamped } = lots;
  const outcomes = await mergeOutcomes(client, inserted);
  const { removed, restored } = await delistMissing(client, [...inserted, ...changed, ...stamped]);
  const byLine = new Map(rows.map((entry) => [entry.line, entry]));
  return {
    added: inserted.length,
    written:
      housesWritten +
      monthsMerged.written +
      outcomes.resultsKept +
      new Set([...inserted, ...changed, ...outcomes.changedByLotRow]).size,
    refusals: refusalsOf(byLine, lots, monthsMerged.taken),
    setAside: lots.setAside.flatMap((line) => byLine.get(line) ?? []),
    changedLotIds: [...new Set([...inserted, ...changed, ...outcomes.changed, ...removed, ...restored])],
    movedLotIds: moved,
    removed: removed.length,
  };
}

function refusalsOf(
  byLine: ReadonlyMap<number, NumberedRow>,
  { homeless, taken }: LotsMerged,
  overlapping: [number, string][],
): Refusal[] {
  const refuse = (line: number, reason: string, more: Pick<Refusal, 'house'> = {}): Refusal[] => {
    const entry = byLine.get(line);
    return entry ? [{ entry, reason, ...more }] : [];
  };
  return [
    ...homeless.flatMap(([line, house]) => refuse(line, `unknown house ${JSON.stringify(house)}`, { house })),
    ...overlapping.flatMap(([line, range]) => refuse(line, `overlaps ${range}: a number is built in one month`)),
    ...taken.flatMap((line) =>
      refuse(line, 'house, day and lot number belong to another sourceId: a lot is listed once'),
    ),
  ];
}

/** Classes 22 and 23 of SQLSTATE: the values, not the connection or the machine. */
export const isAboutData = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));
