import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './checks/run-tool.ts';
import { failedFiles, type PlaywrightReport, reasonsOf, tallyPlaywright, unsteadyStories } from './test-runs.ts';

const report = (stats: Partial<PlaywrightReport['stats']>, more: Partial<PlaywrightReport> = {}): PlaywrightReport => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors: [],
  suites: [],
  ...more,
});

describe('the tally of the stories', () => {
  test('counts a story that passed only at its retry as failed', () =>
    expect(tallyPlaywright(0, report({ flaky: 1 }))).toEqual({ passed: 3, failed: 1, skipped: 0 }));

  test('counts repeated failures, errors outside of stories, and a run without a report', () => {
    expect(tallyPlaywright(1, report({ unexpected: 2 }))).toMatchObject({ failed: 2 });
    expect(tallyPlaywright(1, report({}, { errors: [{}] }))).toMatchObject({ failed: 1 });
    expect(tallyPlaywright(1, report({}))).toMatchObject({ failed: 1 });
    expect(tallyPlaywright(1, undefined)).toMatchObject({ failed: 1 });
  });

  test('names each failed attempt with its story and its reason, without colours', () => {
    const results = [{ error: { message: '\u001b[31mno such button\u001b[39m\nat line 3' } }, {}];
    const tests = [{ projectName: 'phone', status: 'flaky' as const, results }];
    const specs = [{ title: 'a bid is placed', file: 'bids/bid.e2e.ts', line: 7, tests }];
    expect(reasonsOf([{ title: 'file', suites: [{ title: 'inner', specs }] }])).toEqual([
      'phone, try 1: a bid is placed\n    no such button\n    at line 3',
    ]);
  });

  test('names the stories to repeat: those that passed only at their retry', () => {
    const story = (line: number, status: 'expected' | 'flaky' | 'unexpected') => ({
      title: 'a bid is placed',
      file: 'bids/bid.e2e.ts',
      line,
      tests: [{ projectName: 'phone', status, results: [] }],
    });
    const specs = [story(1, 'expected'), story(2, 'flaky'), story(3, 'unexpected')];
    expect(unsteadyStories([{ title: 'file', suites: [{ title: 'inner', specs }] }])).toEqual([
      { place: 'bids/bid.e2e.ts:2', project: 'phone' },
    ]);
  });
});

test('names the unit-test files to repeat: those with a failure', () => {
  const file = (name: string, status: string) => ({ name: join(ROOT, name), status, assertionResults: [{}] });
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  const testResults = [file('server/src/a.test.ts', 'passed'), file('server/src/b.test.ts', 'failed')];
  expect(failedFiles({ ...counts, testResults })).toEqual(['server/src/b.test.ts']);
  expect(failedFiles(undefined)).toEqual([]);
});
