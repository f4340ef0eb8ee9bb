import type { PoolClient } from 'pg';
import { mergeHouses } from './house-queries.ts';
import { type LotDefaults, type LotsMerged, mergeLots } from './lots-queries.ts';
import { mergeOutcomes, type OutcomesMerged } from './outcome-queries.ts';
import { applyFetched, queuePictures, webPicturesOf } from './picture-queries.ts';
import { mergeProductionMonths } from './production-month-queries.ts';
import { delistMissing } from './snapshot-queries.ts';
import { type NumberedRow, stageRows } from './stage-rows.ts';

export interface Refusal {
  entry: NumberedRow;
  reason: string;
  /** The unknown auction house. */
  house?: string;
}

export interface RowsMerged {
  /** New lots. */
  added: number;
  written: number;
  /** A later row of the same file may resolve them: it adds the auction house, or moves the other lot. */
  refusals: Refusal[];
  /** Rows that change lots open for bidding, deferred to portions of their own. */
  setAside: NumberedRow[];
  changedLotIds: number[];
  movedLotIds: number[];
  /** Lots that a snapshot delisted before their rows arrived. */
  removed: number;
}

interface Options {
  defaults: LotDefaults;
  /** Includes lots open for bidding. */
  withOpen: boolean;
}

/** Nothing is merged of rows that all repeat earlier ones. */
const NO_LOTS: LotsMerged = {
  unknownHouses: [],
  taken: [],
  setAside: [],
  inserted: [],
  changed: [],
  moved: [],
  stamped: [],
};
const NO_OUTCOMES: OutcomesMerged = { resultsKept: 0, changed: [], changedByLotRow: [] };

/** Merges rows inside the open transaction: auction houses, months of production, lots and results, each in one statement. */
export async function mergeRows(
  client: PoolClient,
  rows: readonly NumberedRow[],
  { defaults, withOpen }: Options,
): Promise<RowsMerged> {
  const houses = rows.flatMap(({ line, row }) => (row.kind === 'house' ? [{ ...row, line }] : []));
  const months = rows.flatMap(({ line, row }) => (row.kind === 'production-month' ? [{ ...row, line }] : []));
  const housesWritten = await mergeHouses(client, houses, defaults);
  const monthsMerged = await mergeProductionMonths(client, months);
  // Rows of open lots are merged after it is known that they change them.
  const staging = { defaults, areChanges: withOpen };
  const { lots: staged, repeated, hasOutcomes } = await stageRows(client, rows, staging);
  const pictures = webPicturesOf(staged);
  await applyFetched(client, pictures);
  const isAnyStaged = staged.length > 0 || hasOutcomes;
  const lots = isAnyStaged ? await mergeLots(client, defaults, withOpen) : NO_LOTS;
  const { inserted, changed, moved, stamped } = lots;
  await queuePictures(client, pictures, [...inserted, ...changed]);
  const outcomes = isAnyStaged ? await mergeOutcomes(client, inserted) : NO_OUTCOMES;
  const { removed, restored } = await delistMissing(client, [...inserted, ...changed, ...stamped, ...repeated]);
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
  { unknownHouses, taken }: LotsMerged,
  overlapping: [number, string][],
): Refusal[] {
  const refuse = (line: number, reason: string, more: Pick<Refusal, 'house'> = {}): Refusal[] => {
    const entry = byLine.get(line);
    return entry ? [{ entry, reason, ...more }] : [];
  };
  return [
    ...unknownHouses.flatMap(([line, house]) => refuse(line, `unknown house ${JSON.stringify(house)}`, { house })),
    ...overlapping.flatMap(([line, range]) => refuse(line, `overlaps ${range}: a number is built in one month`)),
    ...taken.flatMap((line) =>
      refuse(line, 'house, day and lot number belong to another sourceId: a lot is listed once'),
    ),
  ];
}

/** SQLSTATE classes 22 and 23: errors in the data, not in the connection or the server. */
export const isAboutData = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));
