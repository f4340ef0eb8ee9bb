import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './checks/run-tool.ts';
import { openTestFolder, removeTestFolder } from './test-folder.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failure with its first lines. */
  reasons: string[];
}

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  /** Full path of the test file. */
  name: string;
  status: string;
  /** Why the file could not be loaded. */
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { projectName: string; results: PlaywrightResult[] }[] }[];
}

interface PlaywrightResult {
  /** Milliseconds. */
  duration?: number;
  error?: { message?: string };
  /** Text bodies are in base64. */
  attachments?: { name: string; body?: string }[];
}

// Tests bring their own database and portal: an operator's settings must never reach them.
const OPERATORS =
  /^(DATABASE|AGENT_WEBHOOK)_|^(HOST|PORT|DATA_DIR|PUBLIC_URL|TRUSTED_PROXIES|SECRET_KEY|METRICS_TOKEN|DEMO|SMTP_URL|LOG_LEVEL|NODE_ENV)$/;
const REASON_LINES = 25;
const NO_REPORT: Tally = { passed: 0, failed: 1, skipped: 0, reasons: ['the runner wrote no report'] };
const SLOWEST = 20;
const running = new Set<ChildProcess>();

/** Unit tests: rules, API and SQL; with `paths`, those whose path contains one of them. */
export async function runVitest(paths: string[] = []): Promise<Tally> {
  const { code, report } = await runWithReport<VitestReport>('vitest/vitest.mjs', (file) => ({
    args: ['run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env: { NODE_ENV: 'test' },
  }));
  return tallyVitest(code, report);
}

/** Runs unit tests again whenever a file changes, until it is interrupted. */
export const watchVitest = (paths: string[]): Promise<number> =>
  runTests('vitest/vitest.mjs', ['watch', ...paths], { NODE_ENV: 'test' });

export function tallyVitest(code: number, report: VitestReport | undefined): Tally {
  if (!report) return NO_REPORT;
  // A file that fails to load has no tests to count.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    reasons: report.testResults.flatMap(reasonsOfFile),
  };
}

function reasonsOfFile({ name, status, message = '', assertionResults }: VitestFile): string[] {
  if (status === 'failed' && assertionResults.length === 0) return [`${relative(ROOT, name)}\n${firstLines(message)}`];
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${relative(ROOT, name)}: ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? '')}`);
}

/** Stories through the interface in a real browser. */
export async function runPlaywright(paths: string[] = []): Promise<Tally> {
  const { code, report } = await runWithReport<PlaywrightReport>('@playwright/test/cli.js', (file) => ({
    // The retry helps to find the cause: a fault fails twice, a timing problem once.
    args: ['test', ...paths, '-c', join('e2e', 'playwright.config.ts'), '--reporter=line,json', '--retries=1'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  }));
  for (const line of slowestOf(report?.suites ?? [])) process.stdout.write(`${line}\n`);
  return tallyPlaywright(code, report);
}

/** A story that passed only at its retry counts as failed; {@link reasonsOf} returns the reason of its first failure. */
export function tallyPlaywright(code: number, report: PlaywrightReport | undefined): Tally {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return {
    passed: expected,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped,
    reasons: reasonsOf(report.suites),
  };
}

/** Returns each failed attempt with its first lines. */
export function reasonsOf(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        results.flatMap(({ error, attachments = [] }, index) =>
          error
            ? [
                `${projectName}, try ${index + 1}: ${title}\n${firstLines(error.message ?? '')}`,
                ...attachments.filter(({ name }) => name === 'pages').map(({ body = '' }) => firstLines(decoded(body))),
              ]
            : [],
        ),
      ),
    ),
    ...reasonsOf(inner),
  ]);
}

/** Returns the stories that took longest, a line each, so that a slow run shows where its time goes. */
export function slowestOf(suites: PlaywrightSuite[]): string[] {
  const timed = (suite: PlaywrightSuite, path: string[]): { seconds: number; name: string }[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ projectName, results }) => ({
        seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000,
        name: [...path, suite.title, `${projectName}: ${title}`].join(' › '),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => timed(inner, [...path, suite.title])),
  ];
  return suites
    .flatMap((suite) => timed(suite, []))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ seconds, name }) => `${seconds.toFixed(1)} s  ${name}`);
}

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString();

const firstLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, REASON_LINES)
    .map((line) => `    ${line}`)
    .join('\n');

interface Invocation {
  args: string[];
  env: NodeJS.ProcessEnv;
}

async function runWithReport<Report>(
  script: string,
  invocation: (reportFile: string) => Invocation,
): Promise<{ code: number; report: Report | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'seri-report-'));
  const file = join(folder, 'report.json');
  try {
    const { args, env } = invocation(file);
    const code = await runTests(script, args, env);
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
    return { code, report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runTests(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OPERATORS.test(name)));
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  const folder = process.env.TMPDIR ? undefined : openTestFolder();
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...inherited, PATH: path, ...(folder && { TMPDIR: folder }), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.add(child);
  return new Promise((resolve) => {
    const end = (code: number) => {
      running.delete(child);
      if (folder) removeTestFolder(folder);
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('exit', (code) => end(code ?? 1));
  });
}

/** Ends the test runners by signal, so that they clean up. */
export const stopTests = (): void => {
  for (const child of running) child.kill('SIGTERM');
};
