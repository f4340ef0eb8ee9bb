import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
/** Enough for the listed bugs, and quick to shrink. */
const ENOUGH_RUNS = { HISTORY_RUNS: '60' };

const say = (line: string) => process.stdout.write(`${line}\n`);
const pathOf = (file: string) => join(ROOT, file);

interface Result {
  /** False when the tests could not start, for example after a failed migration. */
  began: boolean;
  /** The first failed test. */
  failed: string | undefined;
}

/** Plants each bug in the working files, one after the other, and runs its tests; returns false when a bug was not found. */
export async function findPlantedBugs(name: string | undefined): Promise<boolean> {
  const bugs = PLANTED_BUGS.filter((bug) => name === undefined || bug.name === name);
  const problems = bugs.length === 0 ? [`There is no bug ${name}.`] : bugs.flatMap(problemsOf);
  if (problems.length > 0) {
    for (const problem of problems) say(problem);
    return false;
  }
  const sound = await runTests([...new Set(bugs.flatMap(({ tests }) => tests))]);
  if (!sound.began || sound.failed) {
    say(`Without any bug the tests fail already: ${sound.failed ?? 'they do not run'}`);
    return false;
  }
  let missed = 0;
  for (const bug of bugs) {
    const result = await withBug(bug, () => runTests(bug.tests));
    if (!result.failed) missed++;
    say(`${bug.name}: ${verdictOf(result)}`);
  }
  say(`${bugs.length - missed} of ${bugs.length} found.`);
  return missed === 0;
}

const verdictOf = ({ began, failed }: Result): string => {
  if (failed) return `found by "${failed}"`;
  return began ? 'NOT FOUND' : 'NOT FOUND, the tests could not run';
};

/** Reasons why a bug cannot be planted: a modified file, or a missing text. */
function problemsOf({ name, edits }: PlantedBug): string[] {
  return edits.flatMap(({ file, text }) => {
    const git = spawnSync('git', ['diff', '--quiet', 'HEAD', '--', file], { cwd: ROOT });
    if (git.status !== 0) return [`${name}: ${file} has changes that are not committed.`];
    const times = readFileSync(pathOf(file), 'utf8').split(text).length - 1;
    return times === 1 ? [] : [`${name}: the list is out of date, its text stands ${times} times in ${file}.`];
  });
}

/** Restores the files afterwards in every case except kill -9. */
async function withBug<T>({ edits }: PlantedBug, work: () => Promise<T>): Promise<T> {
  const originals = edits.map(({ file }) => ({ path: pathOf(file), before: readFileSync(pathOf(file), 'utf8') }));
  const restore = () => {
    for (const { path, before } of originals) writeFileSync(path, before);
  };
  const leave = () => {
    restore();
    process.exit(1);
  };
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    for (const { file, text, instead } of edits)
      writeFileSync(
        pathOf(file),
        readFileSync(pathOf(file), 'utf8').replace(text, () => instead),
      );
    return await work();
  } finally {
    restore();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

async function runTests(tests: readonly string[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'seri-bugs-'));
  const report = join(folder, 'report.json');
  try {
    const flags = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`];
    const vitest = spawn(process.execPath, [VITEST, ...flags, ...tests], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, ...ENOUGH_RUNS },
    });
    const stop = () => vitest.kill();
    process.once('exit', stop);
    await once(vitest, 'exit');
    process.off('exit', stop);
    return readReport(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  numTotalTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

function readReport(file: string): Result {
  try {
    const { numTotalTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return { began: numTotalTests > 0, failed: tests.find(({ status }) => status === 'failed')?.fullName };
  } catch {
    return { began: false, failed: undefined };
  }
}
