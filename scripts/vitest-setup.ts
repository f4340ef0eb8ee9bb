import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../server/src/platform/embedded-postgres/test-cluster.ts';

/** One PostgreSQL per run; each test file takes its own database from the template in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('clusterUrl', cluster.url);
  return () => cluster.stop();
}
