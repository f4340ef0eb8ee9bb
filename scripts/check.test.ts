import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '../server/src/platform/calls/calls.ts';
import { undocumentedFunctions } from './checks/docstrings.ts';
import { missingPrograms, rulesOf } from './checks/file-rules.ts';
import { compareLocales } from './checks/locales.ts';
import { fullFolders, roomCycles } from './checks/rooms.ts';
import { routeFaults } from './checks/route-budgets.ts';
import { ROOT } from './checks/run-tool.ts';
import { checkBoundaries, checkLint } from './checks/tools.ts';
import { missingEntries } from './complete-lock.ts';
import { compareCoverage, LIST, type RequirementList } from './coverage/coverage.ts';
import { coverageReport, requirementReport } from './coverage/report.ts';

/** A small tree that follows every rule. */
const CLEAN: Record<string, string> = {
  'contract/package.json': JSON.stringify({ name: '@seri/contract', type: 'module', exports: { './*': './src/*' } }),
  'contract/src/money.ts': "import * as z from 'zod/mini';\n\nexport const yen = z.int();\n",
  'server/src/bids/queries.ts': "import { sql } from 'kysely';\n\nexport const one = sql`1`;\n",
  'server/src/bids/place-bid.ts': "import { one } from './queries.ts';\n\nexport const placed = one;\n",
  'server/src/lots/queries.ts': 'export const lots = 1;\n',
  'server/src/flows/settle.ts':
    "import { placed } from '../bids/place-bid.ts';\nimport { lots } from '../lots/queries.ts';\n\nexport const settled = [placed, lots];\n",
  'demo/package.json': JSON.stringify({ name: '@seri/demo', type: 'module', exports: { './*': './src/*' } }),
  'demo/src/car.ts': 'export const car = 1;\n',
  'web/src/lots/price-panel.tsx': 'export const PricePanel = 1;\n',
  'web/src/lots/queries.ts': "import { yen } from '@seri/contract/money.ts';\n\nexport const price = yen;\n",
  'web/src/bids/bid-screen.tsx':
    "import { PricePanel } from '../lots/price-panel.tsx';\nimport { box } from '../ui/box.ts';\n\nexport const screen = [PricePanel, box];\n",
  'web/src/ui/box.ts': 'export const box = 1;\n',
  'bench/src/sheets/final/final-forms.ts': 'export const FINAL = 1;\n',
};

/** Files that break one rule each. */
const PLANTED: [rule: string, file: string, content: string][] = [
  [
    'contract-stands-alone',
    'contract/src/money.ts',
    "import { readFileSync } from 'node:fs';\n\nexport const yen = readFileSync;\n",
  ],
  [
    'contract-stands-alone',
    'contract/src/money.ts',
    "export { lots as yen } from '../../server/src/lots/queries.ts';\n",
  ],
  ['sides-never-meet', 'web/src/lots/queries.ts', "export { lots } from '../../../server/src/lots/queries.ts';\n"],
  ['portal-knows-no-demonstration', 'server/src/lots/queries.ts', "export { car as lots } from '@seri/demo/car.ts';\n"],
  ['web-shows-others-through-panels', 'web/src/bids/bid-screen.tsx', "export { price } from '../lots/queries.ts';\n"],
  ['ui-knows-no-capability', 'web/src/ui/box.ts', "export { yen } from '@seri/contract/money.ts';\n"],
  [
    'server-crosses-capabilities-in-flows',
    'server/src/bids/place-bid.ts',
    "export { lots } from '../lots/queries.ts';\n",
  ],
  ['sql-lives-in-queries', 'server/src/bids/place-bid.ts', "export { sql as placed } from 'kysely';\n"],
  ['tests-stay-out-of-the-product', 'server/src/bids/place-bid.ts', "export { test as placed } from 'vitest';\n"],
  [
    'tuning-never-sees-the-final-sheets',
    'bench/src/sheets/tuning.ts',
    "export { FINAL } from './final/final-forms.ts';\n",
  ],
  ['no-cycles', 'server/src/bids/queries.ts', "export { placed as one } from './place-bid.ts';\n"],
];

let scratch: string;

function plant(file: string, content: string): void {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), content);
}

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'seri-planted-'));
  for (const file of ['.dependency-cruiser.cjs', 'biome.json', '.gitignore'])
    cpSync(join(ROOT, file), join(scratch, file));
  mkdirSync(join(scratch, 'node_modules', '@seri'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => entry !== '@seri' && entry !== '.bin')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(scratch, 'node_modules', name));
  }
  for (const name of ['contract', 'demo']) symlinkSync(`../../${name}`, join(scratch, 'node_modules', '@seri', name));
  for (const [file, content] of Object.entries(CLEAN)) plant(file, content);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('import rules', () => {
  test('accept a tree that follows them', async () => {
    expect(await checkBoundaries(scratch)).toEqual([]);
  });

  // @covers ASVS-1.2.4, ASVS-15.2.3
  test.each(PLANTED)('%s is found when %s breaks it', async (rule, file, content) => {
    plant(file, content);
    const found = (await checkBoundaries(scratch)).join('\n');
    plant(file, CLEAN[file] ?? '');
    expect(found).toContain(`error ${rule}:`);
  });
});

describe('lint', () => {
  test('finds a write that is not awaited', async () => {
    plant('server/src/bids/save.ts', 'export async function save(): Promise<void> {}\n');
    plant(
      'server/src/bids/unawaited.ts',
      "import { save } from './save.ts';\n\nexport function place(): void {\n  save();\n}\n",
    );
    const found = (await checkLint(scratch)).join('\n');
    expect(found).toContain('server/src/bids/unawaited.ts:4:3 lint/nursery/noFloatingPromises');
  });
});

describe('locales', () => {
  const english = { Lot: { open: 'Open {{lot}}', count_one: '{{count}} lot', count_other: '{{count}} lots' } };
  const russian = {
    Lot: {
      open: 'Открыть {{lot}}',
      count_one: '{{count}} лот',
      count_few: '{{count}} лота',
      count_many: '{{count}} лотов',
      count_other: '{{count}} лота',
    },
  };

  test('accepts two complete files', () => {
    expect(compareLocales(english, russian, [])).toEqual([]);
  });

  // @covers L10N-03
  test('finds a missing text, plural form, placeholder or error text', () => {
    const lacking = { Lot: { ...russian.Lot, open: 'Открыть' } };
    expect(compareLocales(english, lacking, [])).toEqual(['Lot.open has {{lot}} in English and {{}} in Russian']);
    const { count_few: _, ...withoutFew } = russian.Lot;
    expect(compareLocales(english, { Lot: withoutFew }, [])).toEqual(['ru.json lacks Lot.count_few']);
    expect(compareLocales({ ...english, Menu: 'Menu' }, russian, [])).toEqual(['ru.json lacks Menu']);
    expect(compareLocales(english, russian, ['Default'])).toEqual([
      'en.json lacks Error.Default',
      'ru.json lacks Error.Default',
    ]);
  });
});

describe('coverage', () => {
  const FILE = 'server/src/bids/bids.test.ts';
  const list: RequirementList = {
    areas: { BID: 'Bids', 'ASVS-6': 'Authentication' },
    requirements: { 'BID-1': 'Place a bid', 'BID-2': 'Cancel a bid', 'ASVS-6.4.1': 'Links expire' },
    reasons: { 'ASVS-6.4.1': 'Setting: see `server/src/auth/links.ts`.' },
  };
  const rows = "// @covers BID-1, BID-2\ntest.each([1, 2])('a client bids %d', () => {});\n";
  const compare = (source: string, changed: Partial<RequirementList> = {}, file = FILE) =>
    compareCoverage({ ...list, ...changed }, [[file, source]], (cited) => cited === 'server/src/auth/links.ts');
  const problemsOf = (source: string, changed: Partial<RequirementList> = {}, file = FILE) =>
    compare(source, changed, file).problems;

  test('accepts a list whose requirements have a running test or a reason', () => {
    expect(problemsOf(rows)).toEqual([]);
    expect(problemsOf(`describe('bids', () => {\n${rows}});`)).toEqual([]);
    expect(problemsOf(rows.replace(', ', '\n// @covers '))).toEqual([]);
    expect(problemsOf(rows.replace('test.each([1, 2])', 'for (const day of DAYS)\n  test'))).toEqual([]);
    expect(problemsOf(rows.replace('() => {}', '() => {\n  test.skip(isPhone);\n}'))).toEqual([]);
  });

  test('a tag above a describe block applies to each of its tests that run', () => {
    const block = "describe('bids', () => {\n  test('one', () => {});\n  test.skip('two', () => {});\n});\n";
    const { tests } = compare(`// @covers BID-1\n${block}`);
    expect(tests.get('BID-1')).toEqual([`${FILE} > bids > one`]);
  });

  test('finds a requirement with neither a test nor a reason', () => {
    expect(problemsOf(rows.replace(', BID-2', ''))).toEqual(['BID-2 has neither a test nor a reason']);
    expect(problemsOf(rows, { reasons: {} })).toEqual(['ASVS-6.4.1 has neither a test nor a reason']);
  });

  test('finds a tag that names an unknown requirement, or one twice', () => {
    expect(problemsOf(rows.replace('BID-1', 'BID-1, BID-3'))).toEqual([
      `${FILE}:1 names BID-3, which is not in ${LIST}`,
    ]);
    expect(problemsOf(rows.replace('BID-1', 'BID-1, BID-1'))).toEqual([`${FILE}:1 names BID-1 twice`]);
  });

  test.each([
    ['a function', 'function bid() {}'],
    ['an empty line', "\ntest('a client bids', () => {});"],
    ['another comment', "// Twice.\ntest('a client bids', () => {});"],
    ['a hook', 'test.beforeEach(async () => {});'],
    ['nothing', ''],
  ])('finds a tag above %s', (_, below) => {
    expect(problemsOf(`${rows}// @covers BID-1\n${below}`)).toEqual([`${FILE}:3 tags something that is not a test`]);
  });

  test('finds a tag outside a test file', () => {
    const file = 'server/src/bids/place-bid.ts';
    expect(problemsOf(rows, {}, file)).toContain(`${file}:1 tags something that is not a test`);
  });

  test.each([
    "test.skip('a client bids', () => {});",
    `test.${'todo'}('a client bids');`,
    "test.fixme('a client bids', async () => {});",
    "test('a client bids', () => {\n  test.skip();\n});",
    "describe('bids', () => {\n  test.skip('one', () => {});\n});",
    "test('a client bids @phone @looks', () => {});",
    "test.describe.skip('bids', () => {\n  test('one', () => {});\n});",
  ])('finds a tag above a skipped test: %s', (skipped) => {
    expect(problemsOf(`${rows}// @covers BID-1\n${skipped}`)).toEqual([`${FILE}:3 tags a test that npm test skips`]);
  });

  test('finds a tag inside a skipped describe block', () => {
    expect(problemsOf(`describe.skip('bids', () => {\n${rows}});`)).toContain(
      `${FILE}:2 tags a test that npm test skips`,
    );
  });

  test.each(['// @cover BID-2', '// @covers', '// @covers BID-2.', '/** @covers BID-2 */', '// @covers BID-2 BID-1'])(
    '%s is not a tag',
    (line) => {
      expect(problemsOf(`${rows}${line}\ntest('a client cancels', () => {});`)).toEqual([
        `${FILE}:3 is no tag: write // @covers and ids with commas between them`,
      ]);
    },
  );

  test('finds a mistake in the list', () => {
    const { requirements } = list;
    expect(problemsOf(rows, { areas: { BID: 'Bids' } })).toEqual([`${LIST} has no area for ASVS-6.4.1`]);
    expect(problemsOf(rows, { requirements: { ...requirements, 'BID-1': '' } })).toEqual([
      `${LIST} has no title for BID-1`,
    ]);
    expect(problemsOf(rows, { reasons: { ...list.reasons, 'BID-4': 'Not applicable.' } })).toEqual([
      `${LIST} has a reason for BID-4, which is no requirement`,
    ]);
    expect(problemsOf(rows, { reasons: { 'ASVS-6.4.1': 'See `server/src/auth/gone.ts`.' } })).toEqual([
      'The reason of ASVS-6.4.1 names server/src/auth/gone.ts, which does not exist',
    ]);
  });

  test('the report counts the tests of each requirement and names those of one', () => {
    const { tests } = compare(rows);
    expect(coverageReport(list, tests)).toEqual([
      'BID  Bids: 2 of 2 with tests',
      '  BID-1          1  Place a bid',
      '  BID-2          1  Cancel a bid',
      '',
      'ASVS-6  Authentication: 0 of 1 with tests',
      '  ASVS-6.4.1     -  Links expire (Setting: see `server/src/auth/links.ts`.)',
      '',
      '3 requirements: 2 with tests, 1 with a reason instead, 0 with neither',
    ]);
    expect(coverageReport(list, compare('').tests).at(-1)).toBe('Neither: BID-1, BID-2');
    expect(requirementReport(list, tests, 'BID-2')).toEqual(['BID-2  Cancel a bid', `  ${FILE} > a client bids %d`]);
    expect(requirementReport(list, tests, 'BID-9')).toBeUndefined();
  });
});

describe('file rules', () => {
  test('find a program that is started by a path that leads nowhere', () => {
    const starting = (name: string) => `spawn(node, [join(import.meta.dirname, '..', 'fixtures', '${name}')]);`;
    expect(missingPrograms('e2e/screens/looks.ts', starting('start-portal.ts'))).toEqual([]);
    expect(missingPrograms('e2e/screens/looks.ts', starting('none.ts'))).toEqual([
      'e2e/screens/looks.ts names ../fixtures/none.ts, which does not exist',
    ]);
  });

  test('find a file that is too long, a path of one machine and a silenced check', () => {
    expect(rulesOf('server/src/a.ts', 'x\n'.repeat(600))).toEqual([]);
    expect(rulesOf('server/src/a.ts', 'x\n'.repeat(601))).toEqual(['server/src/a.ts has 601 lines, more than 600']);
    expect(rulesOf('server/src/a.ts', `const a = '/${'root'}/x';`)).toEqual([
      'server/src/a.ts:1 has a path of one machine',
    ]);
    expect(rulesOf('server/src/a.ts', `// ${'biome'}-ignore lint: x`)).toEqual([
      'server/src/a.ts:1 has a silenced check',
    ]);
  });
});

describe('rooms', () => {
  test('finds a folder of 26 source files', () => {
    const files = Array.from({ length: 26 }, (_, index) => `server/src/bids/place/file-${index}.ts`);
    expect(fullFolders(files.slice(1))).toEqual([]);
    expect(fullFolders(files)).toEqual(['server/src/bids/place has 26 source files, more than 25']);
  });

  test('finds two folders of one capability that import each other, also in a cycle of three', () => {
    const sources: Record<string, string> = {
      'server/src/bids/routes.ts': "import { a } from './place/a.ts';\n",
      'server/src/bids/place/a.ts': "import { b } from '../core/b.ts';\nimport { all } from '../routes.ts';\n",
      'server/src/bids/core/b.ts': "import { one } from '../../platform/db/one.ts';\n",
      'server/src/bids/lists/c.ts': "import { a } from '../place/a.ts';\n",
    };
    const cycles = () => roomCycles(Object.keys(sources), (file) => sources[file] ?? '');
    expect(cycles()).toEqual([]);
    sources['server/src/bids/core/b.ts'] = "import { c } from '../lists/c.ts';\n";
    expect(cycles()).toHaveLength(3);
    expect(cycles()[0]).toContain('server/src/bids/place and server/src/bids/core import each other');
  });
});

describe('lock file', () => {
  // @covers ASVS-15.1.2
  test('finds another platform’s package that npm left out', () => {
    const parent = { dev: true, optionalDependencies: { '@x/cli-linux-x64-musl': '1.2.3' } };
    expect(missingEntries({ 'node_modules/x': parent })).toEqual({
      'node_modules/@x/cli-linux-x64-musl': {
        ...{ version: '1.2.3', dev: true, optional: true },
        ...{ os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      },
    });
    expect(missingEntries({ 'node_modules/x': parent, 'node_modules/@x/cli-linux-x64-musl': {} })).toEqual({});
  });
});

describe('the check of budgets', () => {
  const good = allCalls().flatMap(({ method, path, aliases = [], budget, cost = 1 }) =>
    [path, ...aliases].map((url) => ({ method, url, budget, cost, isHandMade: false })),
  );
  const pdf = { method: 'GET', url: '/v1/files/statement.pdf', budget: 'file', cost: 4, isHandMade: true } as const;

  test('finds nothing wrong with the calls of the contract and a document that names its cost', () => {
    expect(routeFaults([...good, pdf])).toEqual([]);
  });

  test('finds a route without a budget, a document as cheap as a read, half a unit, and a call that is not registered', () => {
    const without = { ...pdf, url: '/v1/files/new', budget: undefined } as unknown as typeof pdf;
    const [first, ...others] = good;
    expect(routeFaults([...others, without, { ...pdf, cost: 1 }, { ...pdf, cost: 2.5 }])).toEqual([
      `${first?.method} ${first?.url} is in the contract, but the portal does not register it`,
      'GET /v1/files/new has no budget: add one to its config (contract/src/budgets.ts)',
      'GET /v1/files/statement.pdf makes a document or a drawing: name its cost',
      'GET /v1/files/statement.pdf costs 2.5: give a whole number of units',
    ]);
  });
});

test('an exported function without a docstring is reported, once for all its signatures', () => {
  const text = [
    '/** Yen with separators. */',
    'export const shownYen = (yen: number): string => String(yen);',
    'export function sum(values: number[]): number;',
    'export function sum(...values: unknown[]): number {',
    'export const LIMIT = 3;',
    'export const half = (yen: number) => yen / 2;',
  ].join('\n');
  expect(undocumentedFunctions('money.ts', text)).toEqual([
    'money.ts:3 sum has no docstring',
    'money.ts:6 half has no docstring',
  ]);
});
