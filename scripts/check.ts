// npm run check: all checks of the sources that need not run them.
import { checkCitations } from './checks/citations.ts';
import { checkCoverage } from './checks/coverage.ts';
import { checkDocstrings } from './checks/docstrings.ts';
import { checkFileRules } from './checks/file-rules.ts';
import { checkLocales } from './checks/locales.ts';
import { checkLockFile } from './checks/lock-file.ts';
import { checkPlainEnglish } from './checks/plain-english.ts';
import { checkRooms } from './checks/rooms.ts';
import { checkRouteBudgets } from './checks/route-budgets.ts';
import { checkBoundaries, checkDeadCode, checkLint, checkTypes } from './checks/tools.ts';
import { staleFiles } from './generate.ts';

type Check = [name: string, find: () => Promise<string[]>];

const CONCURRENCY = 2;
const CHECKS: Check[] = [
  ['types', checkTypes],
  ['format and lint', () => checkLint()],
  ['boundaries', () => checkBoundaries()],
  ['rooms', checkRooms],
  ['dead code', checkDeadCode],
  ['generated files', checkGenerated],
  ['locales', checkLocales],
  ['coverage', checkCoverage],
  ['citations', checkCitations],
  ['docstrings', checkDocstrings],
  ['route budgets', checkRouteBudgets],
  ['lock file', checkLockFile],
  ['file rules', checkFileRules],
  ['plain English', checkPlainEnglish],
];

async function checkGenerated(): Promise<string[]> {
  return (await staleFiles()).map((path) => `${path} is not current: run npm run generate`);
}

/** Runs every check, even after failures; returns the numbers of passed and failed checks, and the problems of each. */
export async function runChecks(): Promise<{ passed: number; failed: number; reasons: string[] }> {
  const waiting = [...CHECKS];
  const reasons: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problems = await report(next);
      if (problems.length > 0) reasons.push([next[0], ...problems].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { passed: CHECKS.length - reasons.length, failed: reasons.length, reasons };
}

async function report([name, find]: Check): Promise<string[]> {
  const startedMs = Date.now();
  const problems = await find().catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? '') : String(error),
  ]);
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${name} ${seconds} s\n`);
  for (const problem of problems) process.stdout.write(`  ${problem.replaceAll('\n', '\n  ')}\n`);
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  process.on('disconnect', () => process.exit(1));
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
