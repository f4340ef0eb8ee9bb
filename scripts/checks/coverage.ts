import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';

const ROW = /^\|\s*([A-Z0-9]+-\d+)\s*\|(.*)\|\s*$/;
const TABLE = 'docs/coverage.md';

/** docs/coverage.md promises a test for each row of the checklist: `file > title`, several parted by <br>. */
export async function checkCoverage(): Promise<string[]> {
  const path = join(ROOT, TABLE);
  if (!existsSync(path)) return [`${TABLE} does not exist`];
  return compareCoverage(readFileSync(path, 'utf8'), (file) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined,
  );
}

export function compareCoverage(table: string, read: (file: string) => string | undefined): string[] {
  const rows = table.split('\n').flatMap((line) => {
    const [, id = '', cells = ''] = ROW.exec(line) ?? [];
    return id ? [{ id, cells }] : [];
  });
  if (rows.length === 0) return [`${TABLE} has no rows`];
  return rows.flatMap(({ id, cells }) =>
    claimsIn(cells).length === 0 ? [`${id} names no test`] : claimProblems(id, cells, read),
  );
}

const claimsIn = (cells: string) => [
  ...cells.matchAll(/([\w./-]+\.(?:test|e2e)\.tsx?)\s*>\s*(.+?)(?=\s*(?:<br>|\||$))/g),
];

/** Tests that a row names and that do not exist. */
export const claimProblems = (id: string, cells: string, read: (file: string) => string | undefined): string[] =>
  claimsIn(cells).flatMap(([, file = '', title = '']) => claimProblem(id, file, title.replaceAll('`', ''), read));

function claimProblem(id: string, file: string, title: string, read: (file: string) => string | undefined): string[] {
  const source = read(file);
  if (source === undefined) return [`${id} names ${file}, which does not exist`];
  return titlesOf(source).includes(title.trim()) ? [] : [`${id}: ${file} has no test called "${title.trim()}"`];
}

/** Titles of tests that run: what is skipped or still to be written shows nothing. */
function titlesOf(source: string): string[] {
  const calls =
    /\b(?:test|it)(?:\.(?:each|for)\([\s\S]*?\))?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g;
  return [...source.matchAll(calls)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\\(['"`\\])/g, '$1'),
  );
}
