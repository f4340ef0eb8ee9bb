import {
  type FactTableHead,
  type FactTableRow,
  factTableHead,
  readFactRow,
} from '@seri/contract/lots/vehicle/fact-table.ts';
import { readTypeCode } from '@seri/contract/lots/vehicle/type-code.ts';
import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { findFactTables, findRowsOfCode } from '../lots/fact-tables/fact-table-queries.ts';
import { importFacts } from '../lots/fact-tables/import-facts.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { moment, print, table } from './print.ts';
import { textOf } from './text-of.ts';

const MAX_PROBLEMS = 20;

interface ImportOptions {
  name: string;
  source: string;
  date: string;
  address?: string;
  check?: true;
}

/** Tables of vehicle facts by type code; a table replaces the one with its name. */
export function factCommands(facts: Command): void {
  facts
    .command('import <file>')
    .summary('a table as CSV with a column typeCode and one for each fact; - for standard input')
    .requiredOption('--name <name>', 'short name, shown beside the values')
    .requiredOption('--source <title>', 'title of the publication')
    .requiredOption('--date <day>', 'date of the publication, YYYY-MM-DD')
    .option('--address <address>', 'its address, https://…')
    .option('--check', 'check it and write nothing')
    .addHelpText(
      'after',
      exampleText([
        'npm run admin -- facts import cars.csv --name mlit-2026 --source "Fuel economy list" --date 2026-03-31',
      ]),
    )
    .action(importTable);
  facts
    .command('list')
    .summary('every table with its source and date, the newest first')
    .addHelpText('after', exampleText(['npm run admin -- facts list']))
    .action(() =>
      withPortal(async ({ db }) => {
        const tables = await findFactTables(db);
        if (tables.length === 0) return print('No table has been imported.');
        print(
          table(
            ['table', 'date', 'rows', 'imported', 'source'],
            tables.map(({ name, dated, rows, source, address, imported_at }) => [
              ...[name, dated, String(rows), moment(imported_at)],
              address ? `${source}, ${address}` : source,
            ]),
          ),
        );
      }),
    );
  facts
    .command('show <typeCode>')
    .summary('rows of all tables for a type code, such as 3BA-AGH40W or AGH40W')
    .addHelpText('after', exampleText(['npm run admin -- facts show 3BA-AGH40W']))
    .action((text: string) => {
      const code = readTypeCode(text);
      if (!code?.code) throw new Complaint(`${JSON.stringify(text)} is no type code: write it as 3BA-AGH40W or AGH40W`);
      const { fuel = 'unknown', hybrid = 'unknown' } = code.energy;
      print(`${code.full}: by its emission class fuel ${fuel}, hybrid ${hybrid}.`);
      return withPortal(async ({ db }) => {
        const rows = await findRowsOfCode(db, code.full);
        if (rows.length === 0) print('No table has it.');
        for (const { name, type_code, facts } of rows) print(`${name}  ${type_code}  ${JSON.stringify(facts)}`);
      });
    });
}

async function importTable(file: string, { check, ...options }: ImportOptions): Promise<void> {
  const head = headOf(options);
  const rows = rowsOf(await textOf(file));
  const summary = `${head.name}: ${rows.length} type codes, ${head.source}, ${head.date}`;
  if (check) return print(`${summary}. Nothing was written.`);
  await withPortal(async ({ db }) => {
    const changed = await importFacts(db, head, rows);
    print(`${summary}. ${changed} lots have changed.`);
  });
}

function headOf(options: Omit<ImportOptions, 'check'>): FactTableHead {
  const parsed = factTableHead.safeParse(options);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map(({ path }) => `--${String(path[0])}`))];
  throw new Complaint(`${names.join(', ')} cannot be used: see npm run admin -- facts import --help`);
}

/** Reads the whole table; a problem in any row refuses it, so that no half of it is used. */
function rowsOf(text: string): FactTableRow[] {
  const records = recordsOf(text);
  const problems: string[] = [];
  const rows = new Map<string, FactTableRow>();
  for (const { line, cells } of records) {
    const row = readFactRow(cells);
    if (typeof row === 'string') problems.push(`line ${line}: ${row}`);
    else if (rows.has(row.typeCode)) problems.push(`line ${line}: ${row.typeCode} occurs twice`);
    else rows.set(row.typeCode, row);
  }
  if (problems.length > 0)
    throw new Complaint(
      [`${problems.length} rows cannot be used, so nothing was imported:`, ...problems.slice(0, MAX_PROBLEMS)].join(
        '\n',
      ),
    );
  if (rows.size === 0) throw new Complaint('The table has no rows.');
  return [...rows.values()];
}

function recordsOf(text: string): { line: number; cells: Record<string, string> }[] {
  try {
    const options = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true } as const;
    const records = parse(text, options) as unknown as { info: { lines: number }; record: Record<string, string> }[];
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    throw new Complaint(`The table is no CSV: ${(error as Error).message}`);
  }
}
