import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findPlantedBugs } from './find-bugs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

interface Part {
  test: string;
  times: string;
  usual: number;
  /** Portions with a seed each; a part without them runs once. */
  portions?: { size: number; seed: string };
}

const PARTS: Record<string, Part> = {
  histories: {
    test: 'server/src/bids/histories.test.ts',
    times: 'HISTORY_RUNS',
    usual: 3_000,
    portions: { size: 100, seed: 'HISTORY_SEED' },
  },
  attempts: {
    test: 'server/src/bids/check-is-create.test.ts',
    times: 'ATTEMPT_RUNS',
    usual: 10_000,
    portions: { size: 1_000, seed: 'ATTEMPT_SEED' },
  },
  kills: { test: 'server/src/durability.test.ts', times: 'KILLS', usual: 100 },
};

const USAGE = `npm run torture -- PART [TIMES] [SEED]   parts: ${Object.keys(PARTS).join(', ')}
npm run torture -- bugs [NAME]            docs/torture.md
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function passes({ test }: Part, env: Record<string, string>): boolean {
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  return spawnSync(process.execPath, [VITEST, 'run', test], options).status === 0;
}

/** Portion after portion, each a run of its own, so that one that was stopped goes on where it was. */
function torture(name: string, part: Part, times: number, firstSeed: number): boolean {
  if (!part.portions) return passes(part, { [part.times]: String(times) });
  const { size, seed: seedName } = part.portions;
  for (let left = times, seed = firstSeed; left > 0; left -= size, seed++) {
    const runs = Math.min(size, left);
    if (!passes(part, { [part.times]: String(runs), [seedName]: String(seed) })) {
      say(`FAILED with seed ${seed}; once more: npm run torture -- ${name} ${runs} ${seed}`);
      return false;
    }
    const rest = left - runs;
    say(rest > 0 ? `Next seed ${seed + 1}; go on: npm run torture -- ${name} ${rest} ${seed + 1}` : 'All passed.');
  }
  return true;
}

/** A whole number above zero, or null when it is something else. */
const numberOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

async function run([name = '', first, second]: string[]): Promise<boolean> {
  if (name === 'bugs') return findPlantedBugs(first);
  const part = PARTS[name];
  const times = numberOf(first ?? String(part?.usual ?? ''));
  const seed = numberOf(second ?? '1');
  if (part && times !== null && seed !== null) return torture(name, part, times, seed);
  say(USAGE);
  return name === '--help';
}

process.exit((await run(process.argv.slice(2))) ? 0 : 1);
