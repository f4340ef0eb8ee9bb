import { describe, expect, test } from 'vitest';
import { type PlaywrightReport, reasonsOf, tallyPlaywright } from './test-runs.ts';

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
});
