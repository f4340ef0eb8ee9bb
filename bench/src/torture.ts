import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run torture -- PART [TIMES] [SEED]: the faults of npm test, as often as wanted; a failing run names its seed.
const ROOT = join(import.meta.dirname, '..', '..');
const PARTS: Record<string, { test: string; times: string; usual: number }> = {
  histories: { test: 'server/src/bids/histories.test.ts', times: 'HISTORY_RUNS', usual: 2_000 },
  kills: { test: 'server/src/durability.test.ts', times: 'KILLS', usual: 100 },
};

const [name = '', times, seed] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  process.stdout.write(`npm run torture -- PART [TIMES] [SEED]\nParts: ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(name === '--help' ? 0 : 1);
}
const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', part.test], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, [part.times]: times ?? String(part.usual), ...(seed ? { HISTORY_SEED: seed } : {}) },
});
process.exit(status ?? 1);
