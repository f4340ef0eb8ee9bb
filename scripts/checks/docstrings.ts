import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

/** Packages that other code builds on: the contract and the platform. */
const PUBLIC = /^(?:contract\/src|server\/src\/platform)\/.*(?<!\.test)\.ts$/;
const EXPORTED_FUNCTION = /^export (?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?(?:<[^=]*>)?\()/;

/** Reports exported functions of the contract and the platform that have no docstring. */
export async function checkDocstrings(): Promise<string[]> {
  const files = (await sourceFiles()).filter((file) => PUBLIC.test(file));
  return files.flatMap((file) => undocumentedFunctions(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** The exported functions without a docstring; further signatures of an overloaded function share the first one's. */
export function undocumentedFunctions(file: string, text: string): string[] {
  const lines = text.split('\n');
  const documented = new Set<string>();
  return lines.flatMap((line, index) => {
    const match = EXPORTED_FUNCTION.exec(line);
    const name = match?.[1] ?? match?.[2];
    if (!name || documented.has(name)) return [];
    documented.add(name);
    return lines[index - 1]?.trimEnd().endsWith('*/') ? [] : [`${file}:${index + 1} ${name} has no docstring`];
  });
}
