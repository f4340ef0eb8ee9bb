import { defineConfig, devices } from '@playwright/test';

import { E2E_PORT, HEADLESS_OPTIONS as launchOptions, PARALLEL_TESTS } from './fixtures/portal-facts.ts';

/**
 * Stories tagged `@phone` run on both, with `@phone-only` on the phone alone. For their length `npm test` leaves those
 * tagged `@looks` to `npm run looks`, which sets `LOOKS`; of those tagged `@phone-looks` or `@desktop-looks` it leaves
 * one of the two runs.
 */
const [forDesktop, forPhone] = process.env.LOOKS
  ? [{ grep: /@(desktop-)?looks/, grepInvert: /@phone-only/ }, { grep: /@phone-looks|@phone.*@looks/ }]
  : [{ grepInvert: /@phone-only|@(desktop-)?looks/ }, { grep: /@phone/, grepInvert: /@(phone-)?looks/ }];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: 'results/artifacts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: PARALLEL_TESTS,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: 'results/report.json' }]],
  // Off because tracing every step costs a third of the time; TRACE=1 enables it.
  use: {
    baseURL: `http://127.0.0.1:${E2E_PORT}`,
    launchOptions,
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'en-GB',
  },
  projects: [
    {
      name: 'desktop',
      ...forDesktop,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, launchOptions },
    },
    {
      name: 'phone',
      ...forPhone,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        // Seven real pixels for each one would take time and change no result.
        deviceScaleFactor: 1,
        colorScheme: 'dark',
        locale: 'ru-RU',
        launchOptions,
      },
    },
  ],
  webServer: {
    reuseExistingServer: process.env.CI === undefined,
    command: 'node fixtures/start-portal.ts --few-drawings',
    url: `http://127.0.0.1:${E2E_PORT}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
