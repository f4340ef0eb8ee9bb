import type { Db } from '../../platform/db/db.ts';
import { findClockFaults, findImports, findRefusedAfter } from './import-queries.ts';
import { findSources } from './source-queries.ts';

const MAX_IMPORTS = 30;
const MAX_ROWS = 1_000;

const COLUMNS = ['import', 'began (UTC)', 'took', 'read', 'written', 'same', 'refused', 'removed', 'source'];

/** The newest imports, one per line, each followed by its error. */
export async function importsAsText(db: Db): Promise<string> {
  const imports = await findImports(db, MAX_IMPORTS);
  if (imports.length === 0) return 'Nothing was imported yet.';
  const lines = imports.map((one) => [
    String(one.id),
    toSecond(one.started_at),
    durationOf(one),
    ...[one.rows_read, one.rows_written, one.rows_unchanged, one.rows_refused, one.lots_removed].map(String),
    one.mapping ? `${one.source_name} (${one.mapping})` : one.source_name,
  ]);
  const widths = COLUMNS.map((name, place) =>
    Math.max(...[name, ...lines.map((line) => line[place] ?? '')].map(length)),
  );
  const row = (cells: string[]) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd();
  const blocks = imports.flatMap(({ problem }, place) => [
    row(lines[place] ?? []),
    ...(problem ? [`  ${problem}`] : []),
  ]);
  return [row(COLUMNS), ...blocks].join('\n');
}

const length = (text: string) => text.length;

function durationOf(one: { started_at: Date; finished_at: Date | null; problem: string | null }): string {
  if (one.finished_at) return `${((one.finished_at.getTime() - one.started_at.getTime()) / 1_000).toFixed(1)} s`;
  return one.problem ? 'stopped' : 'unfinished';
}

/** The refused rows of an import: line, reason and the beginning of the row. */
export async function refusedAsText(db: Db, importId: number): Promise<string> {
  const rows = await findRefusedAfter(db, importId, { line: -1, limit: MAX_ROWS });
  if (rows.length === 0) return `Import ${importId} refused no row.`;
  return rows.map(({ line, reason, raw }) => `line ${line}: ${reason}\n  ${raw}`).join('\n');
}

/** The polled sources with their last request and their problems. */
export async function sourcesAsText(db: Db): Promise<string> {
  const sources = await findSources(db);
  return sources
    .map(({ name, checked_at, next_at, failures, problem }) => {
      const lastRequest = checked_at ? `asked ${toSecond(checked_at)}` : 'not asked yet';
      const trouble = problem ? `; failed ${failures} times: ${problem}` : '';
      return `${name}: ${lastRequest}, next ${toSecond(next_at)} (UTC)${trouble}`;
    })
    .join('\n');
}

/** Sources whose clock is ahead, one per line. */
export async function clockFaultsAsText(db: Db): Promise<string> {
  const faults = await findClockFaults(db);
  return faults
    .map(({ source, rows, aheadSeconds, lastAt }) => {
      const minutes = Math.ceil(aheadSeconds / 60);
      return `${source}: its clock is ${minutes} minutes ahead, ${rows} rows refused, last ${toSecond(lastAt)} (UTC)`;
    })
    .join('\n');
}

const toSecond = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
