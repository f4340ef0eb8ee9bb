import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { runOn, TEMPLATE } from './test-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's throwaway cluster; `TEMPLATE` in it holds the migrated schema. */
    clusterUrl: string;
  }
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database for this test file, with the newest schema and only the rows of the migrations. */
export async function testDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(clusterUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runOn(clusterUrl, `drop database if exists ${name} with (force)`),
  };
}
