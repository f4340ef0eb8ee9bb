import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { textParts } from './web/text-parts.ts';

export default defineConfig({
  plugins: [textParts()],
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'demo/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'web/src/**/*.test.tsx',
    ],
    globalSetup: ['scripts/vitest-setup.ts'],
    setupFiles: ['scripts/random-seed.ts'],
    pool: 'forks',
    // Loading the same modules for each file took a third of the time; each file has a database of its own anyway.
    isolate: false,
    // One more than there are processors, because tests often wait for processes and timers.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
