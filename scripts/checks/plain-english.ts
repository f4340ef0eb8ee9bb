import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

/** Prose for developers: comments, test titles, the project's Markdown. */
const SOURCE = /\.(ts|tsx|mjs|cjs|css|sql)$/;
const MARKDOWN = /\.md$/;
/** Generated files, product texts, and foreign texts. */
const SKIPPED =
  /^(server\/migrations\/|server\/src\/company\/pages\/|server\/src\/platform\/db\/tables\.ts|demo-data\/)/;
/** These files name the words of the list. */
const OWN = [
  'scripts/checks/plain-english.ts',
  'scripts/checks/wording.ts',
  'scripts/plain-english.test.ts',
  'docs/glossary.md',
];

const COMMENT = /(?:^|\s)(?:\/\/|\/\*\*?|\*|--) (.*?)(?: \*\/)?$/;
const TITLE = /^\s*(?:test|describe|it)(?:\.\w+)*\((['"`])(.*?)\1,?/;

/** Words of the project's old dialect with the standard term, and sentences without a subject. */
const DIALECT: readonly [pattern: RegExp, better: string][] = [
  [/(?:^|[.;:] )Who(?:ever)?\b(?![^.]*\?)/, 'name the person: "a client who …"'],
  [
    /\b(?:for|to|by|of|with|than|from|on|as|when|but|or|that|all|is) who(?:ever)?\b/,
    'name the person: "for clients who …"',
  ],
  [/\bwhoever\b/i, '"any client who …"'],
  [/(?:^|[.;:] )What\b(?![^.]*\?)/, 'a sentence with a subject and a verb, or an imperative'],
  [/\b(?:he|him|his|himself)\b/i, 'they, their'],
  [/\bcoming lots?\b|\blots? to come\b/i, 'upcoming lots'],
  [/\b(?:told|tells?|telling)\b/i, 'notify, report, say, return, distinguish'],
  [/\bhalls?\b/i, 'auction house'],
  [/\b(?:stands?|stood)\b(?!-)/i, 'is, is in, applies'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bleftovers?\b/i, 'remainder, orphaned job'],
  [/\bgather(?:s|ed|ing)?\b/i, 'collect, sort'],
  [/\bletters? (?:of|to|that|in)\b/i, 'email'],
  [/\bkeeps? waiting\b|\bkept waiting\b/i, 'quarantine, block'],
  [/\bworn\b|\bwears?\b/i, 'use, show'],
  [/\bof before\b|\bfrom before\b/i, 'previous'],
  [/\bby (?:it|him|her|them)selves\b|\bby himself\b/i, 'alone, automatically'],
];

/** Names of the old dialect, in variables, functions and types. */
const DECLARED = /\b(?:const|let|function|class|interface|type|enum)\s+(?:\{[^}]*?\b|\[)?(\w+)/g;
const OLD_NAME =
  /^(?:told\w*|isTold|tells?|tell[A-Z]\w*|untold|coming(?:[A-Z]\w*)?|halls?|desk\w*|seal(?:ed)?(?:[A-Z]\w*)?|stand(?:s|ing|Back|Ins)|whoever|leftovers?)$/;

export async function checkPlainEnglish(): Promise<string[]> {
  const problems: string[] = [];
  for (const file of await sourceFiles()) {
    if (SKIPPED.test(file) || OWN.includes(file) || !(SOURCE.test(file) || MARKDOWN.test(file))) continue;
    problems.push(...dialectIn(file, readFileSync(join(ROOT, file), 'utf8')));
  }
  return problems;
}

/** The lines of a file whose comments, test titles or prose use a word of the list. */
export function dialectIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const names = MARKDOWN.test(file) ? [] : [...line.matchAll(DECLARED)].map(([, name = '']) => name);
    const oldNames = names.filter((name) => OLD_NAME.test(name)).map((name) => `${file}:${index + 1} declares ${name}`);
    const prose = MARKDOWN.test(file) ? line : proseOf(line);
    // Quotations, paths and names in code are not the project's own words.
    const own = prose.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g, '""');
    const found = DIALECT.find(([pattern]) => pattern.test(own));
    if (!found) return oldNames;
    return [...oldNames, `${file}:${index + 1} has "${found[0].exec(own)?.[0].trim()}", better: ${found[1]}`];
  });
}

const proseOf = (line: string): string => COMMENT.exec(line)?.[1] ?? TITLE.exec(line)?.[2] ?? '';

if (process.argv[1] === import.meta.filename) {
  const [, , ...folders] = process.argv;
  const found = (await checkPlainEnglish()).filter(
    (problem) => folders.length === 0 || folders.some((folder) => problem.startsWith(folder)),
  );
  process.stdout.write(`${found.join('\n')}\n${found.length} lines\n`);
}
