import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

const MAX_LINES = 600;
/** Maximum size of the hand-written Markdown, so that a newcomer can read all of it. */
const MAX_MARKDOWN_BYTES = 150_000;
/** Generated pages, and texts of the product. */
const NOT_DOCUMENTATION = /^docs\/reference\/(?:calls|company-settings)\.md$|^server\/src\/company\/pages\//;
const CODE = /\.(ts|tsx|mjs|cjs|css)$/;
// Generated from the schema, one type for each table.
const FREE = ['server/src/platform/db/tables.ts'];
const TEXT = /\.(ts|tsx|mjs|cjs|json|css|html|md|sql|yml|yaml)$|^\.ci\/run$|^\.npmrc$/;

// Each silences a check only after a comment sign, which the pattern below requires; the list names them.
const SILENCERS = ['@ts-ignore', '@ts-nocheck', '@ts-expect-error', 'biome-ignore', 'eslint-disable'];
// The words are split, so that this file does not break its own rules.
const FORBIDDEN: [what: string, pattern: RegExp][] = [
  ['a registry host', new RegExp(`${'registry'}\\.[\\w-]+\\.(?:org|com|io|internal)\\b`)],
  ['a path of one machine', new RegExp(`(?:^|[\\s'"\`(=:])/(?:${'root'}|${'work'}|home/\\w+)/`)],
  ['a silenced check', new RegExp(SILENCERS.map((word) => `(?://|/\\*) *${word}`).join('|'))],
  ['raw HTML', new RegExp(`dangerously${'SetInnerHTML'}`)],
  ['a test that stands alone or is left out', new RegExp(`\\b(?:test|it|describe)\\.(?:${'only'}|${'todo'})\\(`)],
];

/** A program named by its path, which no compiler checks. */
const PROGRAM_PATH = /\bjoin\(import\.meta\.dirname((?:, '[^']+')+)\)/g;

/** Paths of programs in a file that lead nowhere. */
export function missingPrograms(file: string, text: string): string[] {
  return [...text.matchAll(PROGRAM_PATH)]
    .map(([, parts = '']) => [...parts.matchAll(/'([^']+)'/g)].map(([, part = '']) => part).join('/'))
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !existsSync(join(ROOT, dirname(file), path)))
    .map((path) => `${file} names ${path}, which does not exist`);
}

/** Reports files that are too long and words that must not be in the repository. */
export async function checkFileRules(): Promise<string[]> {
  const problems: string[] = [];
  const files = await sourceFiles();
  const pages = files.filter((file) => file.endsWith('.md') && !NOT_DOCUMENTATION.test(file));
  const bytes = pages.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0);
  if (bytes > MAX_MARKDOWN_BYTES)
    problems.push(`${pages.length} Markdown files have ${bytes} bytes, more than ${MAX_MARKDOWN_BYTES}: shorten some`);
  for (const file of files) {
    if (!TEXT.test(file) || file.startsWith('demo-data/')) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    problems.push(...rulesOf(file, text), ...missingPrograms(file, text));
  }
  return problems;
}

export function rulesOf(file: string, text: string): string[] {
  const lines = text.split('\n');
  const tooLong = CODE.test(file) && !FREE.includes(file) && lines.length - 1 > MAX_LINES;
  return [
    ...(tooLong ? [`${file} has ${lines.length - 1} lines, more than ${MAX_LINES}`] : []),
    ...lines.flatMap((line, index) =>
      FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${file}:${index + 1} has ${what}`),
    ),
  ];
}
