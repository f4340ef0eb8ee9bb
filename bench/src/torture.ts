import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPlantedBugs } from './faults/find-bugs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

interface Part {
  test: string;
  times: string;
  usual: number;
  /** Portions with a seed each; a part without them runs once. */
  portions?: { size: number; seed: string };
  env?: Record<string, string>;
}

const STORM = 'server/src/tests/storm.test.ts';
const stormOf = (name: string, usual: number, size: number): Part => ({
  test: STORM,
  times: 'STORM_TIMES',
  usual,
  portions: { size, seed: 'STORM_SEED' },
  env: { STORM_PART: name },
});

const PARTS: Record<string, Part> = {
  histories: {
    test: 'server/src/bids/audit-log/histories.test.ts',
    times: 'HISTORY_RUNS',
    usual: 3_000,
    portions: { size: 100, seed: 'HISTORY_SEED' },
  },
  attempts: {
    test: 'server/src/bids/place/check-is-create.test.ts',
    times: 'ATTEMPT_RUNS',
    usual: 10_000,
    portions: { size: 1_000, seed: 'ATTEMPT_SEED' },
  },
  feed: { test: 'server/src/feed/merge/resent.test.ts', times: 'FEED_ROWS', usual: 100_000 },
  answers: { test: 'server/src/tests/durability.test.ts', times: 'KILLS', usual: 100 },
  ledger: { test: 'server/src/payments/ledger-readers.test.ts', times: 'LEDGER_READS', usual: 100_000 },
  lists: {
    test: 'server/src/lots/listing/lists-agree.test.ts',
    times: 'LIST_ROUNDS',
    usual: 400,
    portions: { size: 40, seed: 'LIST_SEED' },
  },
  pictures: { test: 'server/src/tests/provider-pictures.test.ts', times: 'PICTURE_LOTS', usual: 10_000 },
  notices: { test: 'server/src/tests/notice-storm.test.ts', times: 'NOTICE_KILLS', usual: 300 },
  readers: { test: 'server/src/tests/notice-readers.test.ts', times: 'NOTICE_READERS', usual: 10_000 },
  kills: stormOf('kills', 500, 50),
  restarts: stormOf('restarts', 20, 5),
  cuts: stormOf('cuts', 400, 100),
  moods: stormOf('moods', 200, 50),
  twins: stormOf('twins', 400, 100),
  all: stormOf('all', 500, 50),
};

const USAGE = `npm run torture -- PART [TIMES] [SEED]   parts: ${Object.keys(PARTS).join(', ')}
npm run torture -- bugs [NAME]            docs/performance.md
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Counts of a portion by name; the tests print them as one line. */
type Counts = Record<string, number>;
const COUNTED = /^COUNTED (\{.*\})$/;

async function passes({ test, env: fixed }: Part, env: Record<string, string>, sums: Counts): Promise<boolean> {
  const vitest = spawn(process.execPath, [VITEST, 'run', test], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...fixed, ...env },
  });
  const exited = once(vitest, 'exit');
  for await (const line of createInterface({ input: vitest.stdout })) {
    say(line);
    const [, counted] = COUNTED.exec(line) ?? [];
    for (const [name, count] of Object.entries(JSON.parse(counted ?? '{}') as Counts))
      sums[name] = (sums[name] ?? 0) + count;
  }
  const [code] = await exited;
  return code === 0;
}

/** Runs portion after portion in separate processes, so that a stopped run can continue. */
async function torture(name: string, part: Part, times: number, firstSeed: number): Promise<boolean> {
  const sums: Counts = {};
  if (!part.portions) return passes(part, { [part.times]: String(times) }, sums);
  const { size, seed: seedName } = part.portions;
  for (let left = times, seed = firstSeed; left > 0; left -= size, seed++) {
    const runs = Math.min(size, left);
    if (!(await passes(part, { [part.times]: String(runs), [seedName]: String(seed) }, sums))) {
      say(`FAILED with seed ${seed}; once more: npm run torture -- ${name} ${runs} ${seed}`);
      return false;
    }
    const rest = left - runs;
    if (Object.keys(sums).length > 0) say(`So far: ${JSON.stringify(sums)}`);
    say(rest > 0 ? `Next seed ${seed + 1}; go on: npm run torture -- ${name} ${rest} ${seed + 1}` : 'All passed.');
  }
  return true;
}

/** A whole number above zero, or null. */
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
