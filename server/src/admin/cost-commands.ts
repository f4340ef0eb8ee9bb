import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import type { Command } from 'commander';
import { findCostTable, findCostTables, insertCostTable } from '../costs/queries.ts';
import { exampleText } from './accounts/user-commands.ts';
import { Complaint } from './complaint.ts';
import { withPortal } from './portal.ts';
import { print, printJson } from './print.ts';
import { textOf } from './text-of.ts';

const MAX_PROBLEMS = 20;

/** Tables for the landed cost: each import is a new version, and the newest valid one applies. */
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
    .command('show')
    .summary('the table that applies today, as JSON')
    .addHelpText('after', exampleText(['npm run -s admin -- costs show > costs.json']))
    .action(() =>
      withPortal(async ({ db }) => {
        const stored = await findCostTable(db);
        if (!stored) throw new Complaint('There is no table yet: npm run admin -- costs import FILE');
        const { id: _, ...table } = stored;
        printJson(table);
      }),
    );

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

async function importTable(file: string, { check }: { check?: true }): Promise<void> {
  const table = tableOf(await textOf(file));
  const rules = `${table.rules.length} rules for ${table.destinations.length} destinations, valid from ${table.validFrom}`;
  if (check) return print(`${table.name}: ${rules}. Nothing was written.`);
  await withPortal(async ({ db }) => {
    const id = await insertCostTable(db, table);
    print(`${table.name} is version ${id}: ${rules}.`);
  });
}

function tableOf(text: string): CostTable {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Complaint(`This is not JSON: ${(error as Error).message}`);
  }
  const parsed = costTable.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the table'}: ${message}`);
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
  throw new Complaint(
    `The table is invalid, nothing was written:\n${[...problems.slice(0, MAX_PROBLEMS), ...more].join('\n')}`,
  );
}
