// npm test [-- check unit build browser [bids …] [--watch]]: everything, or the named phases and tests.
import { buildWebWhenStale } from '../server/src/platform/process/build-web.ts';
import { ensureBrowsers } from './browser.ts';
import { runChecks } from './check.ts';
import { runPlaywright, runVitest, stopTests, type Tally, watchVitest } from './test-runs.ts';

/** `paths` are parts of test paths, such as the name of a capability; without any, every test runs. */
type Phase = [name: string, run: (paths: string[]) => Promise<Tally>];

const PHASES: Phase[] = [
  ['check', async () => ({ ...(await runChecks()), skipped: 0 })],
  ['unit', runVitest],
  ['build', build],
  ['browser', runPlaywright],
];

async function build(): Promise<Tally> {
  await buildWebWhenStale();
  return { passed: 1, failed: 0, skipped: 0, reasons: [] };
}

async function runPhase([name, run]: Phase, paths: string[]): Promise<Tally> {
  const startedMs = Date.now();
  process.stdout.write(`\n── ${name} ──\n`);
  const tally = await run(paths).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, skipped: 0, reasons: [reason] };
  });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  process.stdout.write(`── ${name}: ${tally.passed} passed, ${tally.failed} failed${skipped}, ${seconds} s ──\n`);
  return tally;
}

function stop(code: number): never {
  stopTests();
  process.exit(code);
}
process
  .on('SIGINT', () => stop(130))
  .on('SIGTERM', () => stop(143))
  .on('disconnect', () => stop(1));

const args = process.argv.slice(2);
const isWatching = args.includes('--watch');
const names = args.filter((name) => name !== '--watch');
const isPhase = (name: string) => PHASES.some(([phase]) => phase === name);
const paths = names.filter((name) => !isPhase(name));
if (paths.length > 0 && !isPhase(names[0] ?? '')) {
  process.stderr.write(
    `There is no phase ${names[0]}: name any of ${PHASES.map(([name]) => name).join(', ')}, then parts of test paths, such as bids.\n`,
  );
  process.exit(1);
}
if (isWatching) process.exit(await watchVitest(paths));
const isSelected = (phase: string) => names.length === 0 || names.includes(phase);
// The portal of the browser tests builds the web app itself, while the database loads its lots.
const selectedPhases = PHASES.filter(([name]) => isSelected(name) && !(name === 'build' && isSelected('browser')));

if (selectedPhases.some(([name]) => name === 'browser')) {
  const browsers = ensureBrowsers();
  if ('sentence' in browsers) {
    process.stderr.write(`${browsers.sentence}\n`);
    process.exit(1);
  }
  const { path, headlessPath } = browsers;
  process.env.CHROME_PATH = path;
  process.env.HEADLESS_CHROME_PATH = headlessPath;
  process.stdout.write(`Browser: ${[...new Set([headlessPath, path])].join(', ')}\n`);
}

const total = { passed: 0, failed: 0 };
const allReasons: string[] = [];
for (const phase of selectedPhases) {
  const { passed, failed, reasons } = await runPhase(phase, paths);
  total.passed += passed;
  total.failed += failed;
  allReasons.push(...reasons.map((reason) => `${phase[0]}: ${reason}`));
}
// Last, because of a log of 20 minutes only the end may be kept.
for (const reason of allReasons) process.stdout.write(`\n${reason}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
