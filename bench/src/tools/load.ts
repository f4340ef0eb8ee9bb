import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

export interface Load {
  lanes: number;
  seconds: number;
}

/** Keeps `lanes` tasks running for some seconds; returns their number and durations. */
export async function runFor(seconds: number, lanes: number, task: (turn: number) => Promise<void>): Promise<Figures> {
  const tookMs: number[] = [];
  let errors = 0;
  let turn = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1000;
  const lane = async () => {
    while (performance.now() < untilMs) {
      const beganMs = performance.now();
      await task(turn++).catch(() => errors++);
      tookMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return figuresOf(tookMs, errors, startedMs);
}

/** Starts this many tasks per second, evenly, without waiting for earlier ones, like independent people. */
export function runAtRate(seconds: number, aSecond: number, task: () => Promise<void>): Promise<Figures> {
  return runAtRateWhile((turn) => turn < seconds * aSecond, aSecond, task);
}

/** As `runAtRate`, until `work` has finished. */
export async function runAtRateWhile(
  goesOn: (turn: number) => boolean,
  aSecond: number,
  task: () => Promise<void>,
): Promise<Figures> {
  const tookMs: number[] = [];
  let errors = 0;
  const startedMs = performance.now();
  const begin = async (dueMs: number) => {
    await task().catch(() => errors++);
    tookMs.push(performance.now() - dueMs);
  };
  const begun: Promise<void>[] = [];
  for (let turn = 0; goesOn(turn); turn++) {
    const dueMs = startedMs + (turn * 1000) / aSecond;
    await wait(Math.max(0, dueMs - performance.now()));
    begun.push(begin(dueMs));
  }
  await Promise.all(begun);
  return figuresOf(tookMs, errors, startedMs);
}

function figuresOf(tookMs: number[], errors: number, startedMs: number): Figures {
  const elapsed = (performance.now() - startedMs) / 1000;
  const at = quantileOf(tookMs);
  return { perSecond: tookMs.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), errors };
}

/** The value that this share of all values stays below. */
export function quantileOf(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const row = (name: string, f: Figures) =>
  `| ${name} | ${f.perSecond.toFixed(0)} | ${f.p50Ms.toFixed(1)} | ${f.p99Ms.toFixed(1)} | ${f.errors} |`;
export const HEAD = '| | per second | p50 ms | p99 ms | errors |\n| --- | --- | --- | --- | --- |';
