import { describe, expect, test } from 'vitest';
import { type PlaywrightReport, reasonsOf, slowestOf, tallyPlaywright } from './test-runs.ts';

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
