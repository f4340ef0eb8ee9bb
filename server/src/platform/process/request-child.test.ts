import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requestChild } from './request-child.ts';

test('the time that a process takes to start does not count as that of its request', async () => {
  const program = join(import.meta.dirname, '..', '..', 'testing', 'processes', 'slow-start.ts');
  const limits = { maxMs: 1_000, idleMs: 60_000, maxHeapMb: 128 };
  const child = requestChild<object, { id: number }>({ program, name: 'the program', priority: 0, ...limits });
  expect(await child.ask({})).toEqual({ id: 1 });
  expect(await child.ask({})).toEqual({ id: 2 });
  child.close();
});
