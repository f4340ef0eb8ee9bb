// npm test [-- check unit build browser]: everything, or the named phases.
import { buildWebWhenStale } from '../server/src/platform/process/build-web.ts';
import { ensureBrowser } from './browser.ts';
import { runChecks } from './check.ts';
import { runPlaywright, runVitest, stopTests, type Tally } from './test-runs.ts';

type Phase = [name: string, run: () => Promise<Tally>];

const PHASES: Phase[] = [
  ['check', async () => ({ ...(await runChecks()), skipped: 0 })],
  ['unit', runVitest],
  ['build', build],
  ['browser', runPlaywright],
];

async function build(): Promise<Tally> {
  await buildWebWhenStale();
  return { passed: 1, failed: 0, skipped: 0 };
}

async function runPhase([name, run]: Phase): Promise<Tally> {
  const startedMs = Date.now();
  process.stdout.write(`\n── ${name} ──\n`);
  const tally = await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
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

const selectedNames = process.argv.slice(2);
const unknown = selectedNames.filter((name) => !PHASES.some(([phase]) => phase === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no phase ${unknown.join(', ')}: name any of ${PHASES.map(([name]) => name).join(', ')}.\n`,
  );
  process.exit(1);
}
const selectedPhases = PHASES.filter(([name]) => selectedNames.length === 0 || selectedNames.includes(name));

if (selectedPhases.some(([name]) => name === 'browser')) {
  const browser = ensureBrowser();
  if ('sentence' in browser) {
    process.stderr.write(`${browser.sentence}\n`);
    process.exit(1);
  }
  process.env.CHROME_PATH = browser.path;
  process.stdout.write(`Browser: ${browser.path}\n`);
}

const total = { passed: 0, failed: 0 };
for (const phase of selectedPhases) {
  const { passed, failed } = await runPhase(phase);
  total.passed += passed;
  total.failed += failed;
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
