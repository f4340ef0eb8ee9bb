import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../server/src/platform/embedded-postgres/test-cluster.ts';

const MAX_SEED = 2_147_483_647;

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of the random tests of this run; RANDOM_SEED repeats one. */
    randomSeed: number;
  }
}

/**
 * One PostgreSQL per run; each test file takes its own database from the template in it. Prints the seed of the run's
 * random tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('clusterUrl', cluster.url);
  const randomSeed = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * MAX_SEED));
  project.provide('randomSeed', randomSeed);
  process.stdout.write(`Random tests: RANDOM_SEED=${randomSeed} repeats them\n`);
  return () => cluster.stop();
}
