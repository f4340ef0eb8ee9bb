import { expect, test } from 'vitest';
import { anchorsOf, type Citable, deadCitations } from './checks/citations.ts';

const CITABLE: Citable = {
  rules: new Set(anchorsOf('<a id="exposure"></a>**Exposure.**\n\n<a id="last-hour"></a>**Last hour.**\n')),
  decisions: new Set(['020', '021']),
  pages: new Set(['business-rules.md', 'scale.md', '020-orders-by-mail.md']),
};

test.each([
  '// Counts in full (decisions D5.11).',
  '// As D2.4 says.',
  '// The role defaults (decisions 10).',
  '// By its own rule (decisions, section 8).',
  '// Entries are never edited (quality I13).',
  '// A decimal comma is refused (fault F1).',
  '// Tabs in their order (platform section 4).',
  '// No bid form (lots specification section 2).',
  '// Nine GETs, as the specification shows them.',
  '// The marks of an odometer (FACT-09).',
  '// Emails a person can switch off (issue 3).',
  '// See ../shared/price.',
  '// See platform.md.',
  '// Sent by email (decision 999).',
  '// Settled as decisions 020 and 999 say.',
  '// Chained by client (docs/decisions/999).',
  '// The largest exposure (business-rules.md#exposures).',
])('"%s" is a dead citation', (line) => {
  expect(deadCitations('server/src/a.ts', `\n${line}`, CITABLE)[0]).toMatch(/^server\/src\/a\.ts:2 cites /);
});

test.each([
  '// The largest exposure (business-rules.md#exposure, business-rules.md#last-hour).',
  '// [Exposure](../business-rules.md#exposure) and [orders](decisions/020-orders-by-mail.md)',
  '// Sent by email (decisions 020 and 021).',
  '// Sent by email (docs/decisions/020).',
  '// A replica reads behind the primary, see docs/scale.md.',
  "const page = join(folder, 'terms.md');",
  'const rest = order.slice(decisions, 2 * decisions);',
  '<path d="M5.20 7.1" />',
])('"%s" is accepted', (line) => {
  expect(deadCitations('web/src/a.tsx', line, CITABLE)).toEqual([]);
});

test('accepts ids of requirements in their list and in the tags of tests', () => {
  expect(deadCitations('scripts/coverage/requirements.json', '"FACT-09": "Marks (FACT-09)."', CITABLE)).toEqual([]);
  expect(deadCitations('server/src/a.test.ts', '  // @covers FACT-09, LIST-14', CITABLE)).toEqual([]);
});
