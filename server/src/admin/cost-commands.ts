import { type TableProblem, tableProblems } from '@seri/contract/costs/table-problems.ts';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import type { Command } from 'commander';
import { findCostTable, findCostTables, insertCostTable, readVersion } from '../costs/queries.ts';
import { compareTables, rowsOf } from '../costs/table-rows.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { print, printJson } from './print.ts';
import { textOf } from './text-of.ts';

const MAX_PROBLEMS = 20;

/** Tables for the total at the door: each import is a new version, and the newest valid one applies. */
export function costCommands(costs: Command): void {
  costs
    .command('import <file>')
    .summary('a new version of the table, as JSON; - for standard input')
    .option('--check', 'check it and write nothing')
    .addHelpText(
      'after',
      exampleText([
        'npm run -s admin -- costs show > costs.json',
        'npm run admin -- costs import costs.json --check',
        'npm run admin -- costs import costs.json',
      ]),
    )
    .action(importTable);
  costs
    .command('check <file>')
    .summary('check a table as a whole and list its rows that nobody has verified')
    .addHelpText('after', exampleText(['npm run admin -- costs check costs.json']))
    .action(async (file: string) => {
      const table = await tableFrom(file);
      const unverified = rowsOf(table).filter(({ verified }) => !verified);
      print(`${summaryOf(table)}. ${unverified.length} rows are to be verified:`);
      for (const { code, source } of unverified) print(`${code}  ${source}`);
    });
  costs
    .command('show [version]')
    .summary('the table that applies today, or a version, as JSON')
    .addHelpText('after', exampleText(['npm run -s admin -- costs show > costs.json']))
    .action((version?: string) => withPortal(async ({ db }) => printJson(await tableOfVersion(db, version))));
  costs
    .command('diff <file>')
    .summary('rows of a file that differ from the table of today, or from a version')
    .option('--version <number>', 'compare with this version')
    .addHelpText(
      'after',
      exampleText(['npm run admin -- costs diff costs.json', 'npm run admin -- costs diff costs.json --version 3']),
    )
    .action(async (file: string, { version }: { version?: string }) => {
      const after = parseTable(await textOf(file));
      await withPortal(async ({ db }) => {
        const changes = compareTables(await tableOfVersion(db, version), after);
        if (changes.length === 0) print('No row differs.');
        for (const change of changes) print(change);
      });
    });
  costs
    .command('list')
    .summary('every version that was imported')
    .addHelpText('after', exampleText(['npm run admin -- costs list']))
    .action(() =>
      withPortal(async ({ db }) => {
        const tables = await findCostTables(db);
        if (tables.length === 0) print('No table has been imported.');
        for (const { id, name, valid_from, imported_at } of tables)
          print(`${id}  from ${valid_from}  ${name}  (imported ${imported_at.toISOString()})`);
      }),
    );
}

async function tableOfVersion(db: Parameters<typeof findCostTable>[0], version?: string): Promise<CostTable> {
  if (version === undefined) {
    const stored = await findCostTable(db);
    if (!stored) throw new Complaint('There is no table yet: npm run admin -- costs import FILE');
    return stored.table;
  }
  const table = /^\d{1,9}$/.test(version) ? await readVersion(db, Number(version)) : null;
  if (!table) throw new Complaint(`There is no version ${version}: npm run admin -- costs list`);
  return table;
}

const summaryOf = (table: CostTable) =>
  `${table.name}: ${rowsOf(table).length} rows for ${table.destinations.length} destinations, valid from ${table.validFrom}`;

async function importTable(file: string, { check }: { check?: true }): Promise<void> {
  const table = await tableFrom(file);
  if (check) return print(`${summaryOf(table)}. Nothing was written.`);
  await withPortal(async ({ db }) => {
    const id = await insertCostTable(db, table);
    print(`${summaryOf(table)}. It is version ${id}.`);
  });
}

/** Reads a table and refuses one with a problem of a row or of the whole. */
async function tableFrom(file: string): Promise<CostTable> {
  const table = parseTable(await textOf(file));
  const problems = tableProblems(table, japanDay(new Date()));
  if (problems.length > 0)
    throw refusal(problems.map(({ row, code, message }: TableProblem) => `${row}: ${code}: ${message}`));
  return table;
}

function parseTable(text: string): CostTable {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Complaint(`This is not JSON: ${(error as Error).message}`);
  }
  const parsed = costTable.safeParse(json);
  if (parsed.success) return parsed.data;
  throw refusal(
    parsed.error.issues.map((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : '';
      return `${issue.path.join('.') || 'the table'}: ${issue.message}${keys}`;
    }),
  );
}

function refusal(problems: string[]): Complaint {
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
  return new Complaint(
    `The table is invalid, nothing was written:\n${[...problems.slice(0, MAX_PROBLEMS), ...more].join('\n')}`,
  );
}
