import { performance } from 'node:perf_hooks';

export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

/** Keeps `lanes` tasks going for some seconds and says how many ended and how long each took. */
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
  const elapsed = (performance.now() - startedMs) / 1000;
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
  return { perSecond: tookMs.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), errors };
}

export const row = (name: string, f: Figures) =>
  `| ${name} | ${f.perSecond.toFixed(0)} | ${f.p50Ms.toFixed(1)} | ${f.p99Ms.toFixed(1)} | ${f.errors} |`;
export const HEAD = '| | per second | p50 ms | p99 ms | errors |\n| --- | --- | --- | --- | --- |';
