import { describe, expect, test } from 'vitest';
import {
  type PlaywrightReport,
  reasonsOf,
  slowestOf,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
} from './test-runs.ts';

const report = (stats: Partial<PlaywrightReport['stats']>, more: Partial<PlaywrightReport> = {}): PlaywrightReport => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors: [],
  suites: [],
  ...more,
});

describe('the tally of the stories', () => {
  test('counts a story that passed only at its retry as failed', () =>
    expect(tallyPlaywright(0, report({ flaky: 1 }))).toEqual({ passed: 3, failed: 1, skipped: 0, reasons: [] }));

  test('counts repeated failures, errors outside of stories, and a run without a report', () => {
    expect(tallyPlaywright(1, report({ unexpected: 2 }))).toMatchObject({ failed: 2 });
    expect(tallyPlaywright(1, report({}, { errors: [{}] }))).toMatchObject({ failed: 1 });
    expect(tallyPlaywright(1, report({}))).toMatchObject({ failed: 1 });
    expect(tallyPlaywright(1, undefined)).toMatchObject({ failed: 1 });
  });

  test('names each failed attempt with its story and its reason, without colours', () => {
    const attachments = [
      { name: 'pages', body: Buffer.from('401 GET /bids').toString('base64') },
      { name: 'screenshot', body: 'AAAA' },
    ];
    const results = [{ error: { message: '\u001b[31mno such button\u001b[39m\nat line 3' }, attachments }, {}];
    const specs = [{ title: 'a bid is placed', tests: [{ projectName: 'phone', results }] }];
    expect(reasonsOf([{ title: 'file', suites: [{ title: 'inner', specs }] }])).toEqual([
      'phone, try 1: a bid is placed\n    no such button\n    at line 3',
      '    401 GET /bids',
    ]);
  });

  test('names the slowest stories first, with all attempts of a story', () => {
    const story = (title: string, ...durations: number[]) => ({
      title,
      tests: [{ projectName: 'desktop', results: durations.map((duration) => ({ duration })) }],
    });
    const suites = [
      { title: 'a.e2e.ts', specs: [story('quick', 900)] },
      { title: 'b.e2e.ts', suites: [{ title: 'inner', specs: [story('twice', 800, 700)] }] },
    ];
    expect(slowestOf(suites)).toEqual(['1.5 s  b.e2e.ts › inner › desktop: twice', '0.9 s  a.e2e.ts › desktop: quick']);
  });
});

describe('the tally of the unit tests', () => {
  const file = (status: string, more: Partial<VitestReport['testResults'][number]> = {}) => ({
    name: import.meta.filename,
    status,
    assertionResults: [],
    ...more,
  });
  const report = (failed: number, ...testResults: VitestReport['testResults']): VitestReport => ({
    numPassedTests: 2,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults,
  });

  test('names each failed test with its file and its reason', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a bid is kept' },
      {
        status: 'failed',
        fullName: 'a bid is binding',
        failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat line 3'],
      },
    ];
    expect(tallyVitest(1, report(1, file('failed', { assertionResults })))).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      reasons: ['scripts/test-runs.test.ts: a bid is binding\n    expected 1\n    at line 3'],
    });
  });

  test('counts and names a file that could not be loaded', () =>
    expect(tallyVitest(1, report(0, file('failed', { message: 'no such module' })))).toMatchObject({
      failed: 1,
      reasons: ['scripts/test-runs.test.ts\n    no such module'],
    }));

  test('counts an error outside of tests, and a run without a report', () => {
    expect(tallyVitest(1, report(0, file('passed')))).toMatchObject({ passed: 2, failed: 1 });
    expect(tallyVitest(1, undefined)).toMatchObject({ failed: 1, reasons: ['the runner wrote no report'] });
  });
});
