import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

const RULES_PAGE = 'docs/business-rules.md';
const TEXT = /\.(ts|tsx|mjs|cjs|json|css|html|md|sql|csv|yml|yaml)$/;
// An applied migration is never edited; the test contains samples of refused citations.
const EXEMPT = /^demo-data\/|^server\/src\/migrations\/|^scripts\/citations\.test\.ts$/;
const REQUIREMENTS = 'scripts/coverage/requirements.json';
const TAG = /^\s*\/\/ @covers /;

/** Numbers of documents outside the repository. */
const OUTSIDE: readonly RegExp[] = [
  /\bD\d{1,2}\.\d{1,2}b?\b/,
  /\b[Dd]ecisions?(?: |,? sections? )(?:D\d|\d{1,2}\b)/,
  /\bquality,? [A-Z]\d+\b/i,
  /\bfaults? [A-Z]\d+\b/i,
  /\b(?:platform|lots|specifications?|checklist|design),? sections? \d/i,
  /\b(?:by|as|since|because) the (?:two )?specifications?\b|\bthe specification (?:asks|gives|names|quotes|says|shows)\b/i,
  /\bissues? #?\d+\b/i,
  /\.\.\/shared\b/,
];
const CHECKLIST_ROW = /\b(?:checklist [A-Z]+-\d|[A-Z]{3,5}-\d{2}(?=[),;.]))/;
const DECISION = /\bdecisions?[ /]((?:\d{3}(?:, | and )?)+)/gi;
const MARKDOWN_FILE = /(?<![\w.*}/'"-])(?:[\w.-]+\/)*([\w-]+\.md)\b/g;
const RULE = /\bbusiness-rules\.md#([\w-]+)/g;
const ANCHOR = /<a id="([\w-]+)"><\/a>/g;

export interface Citable {
  /** Anchors of docs/business-rules.md. */
  rules: ReadonlySet<string>;
  /** Numbers of the decisions in docs/decisions, as `020`. */
  decisions: ReadonlySet<string>;
  /** Base names of all Markdown files. */
  pages: ReadonlySet<string>;
}

export const anchorsOf = (page: string): string[] => [...page.matchAll(ANCHOR)].flatMap(([, id]) => id ?? []);

/** Returns the dead citations of one file. */
export function deadCitations(file: string, text: string, { rules, decisions, pages }: Citable): string[] {
  return text.split('\n').flatMap((line, index) => {
    const namesRows = file === REQUIREMENTS || TAG.test(line);
    const outside = namesRows ? OUTSIDE : [...OUTSIDE, CHECKLIST_ROW];
    const dead = [
      ...outside.flatMap((pattern) => pattern.exec(line)?.[0] ?? []),
      ...[...line.matchAll(DECISION)].flatMap(([cited, numbers = '']) =>
        (numbers.match(/\d{3}/g) ?? []).every((number) => decisions.has(number)) ? [] : [cited],
      ),
      ...[...line.matchAll(MARKDOWN_FILE)].flatMap(([cited, page = '']) => (pages.has(page) ? [] : [cited])),
      ...[...line.matchAll(RULE)].flatMap(([cited, anchor = '']) => (rules.has(anchor) ? [] : [cited])),
    ];
    return dead.map((cited) => `${file}:${index + 1} cites ${cited}, which is not in the repository`);
  });
}

/** Every citation in the sources must name something in the repository. */
export async function checkCitations(): Promise<string[]> {
  const files = await sourceFiles();
  const page = readFileSync(join(ROOT, RULES_PAGE), 'utf8');
  const anchors = anchorsOf(page);
  const citable: Citable = {
    rules: new Set(anchors),
    decisions: new Set(files.flatMap((file) => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1] ?? [])),
    pages: new Set(files.filter((file) => file.endsWith('.md')).map((file) => basename(file))),
  };
  return [
    ...anchors
      .filter((anchor, index) => anchors.indexOf(anchor) !== index)
      .map((anchor) => `${RULES_PAGE} has the anchor ${anchor} twice`),
    ...files
      .filter((file) => TEXT.test(file) && !EXEMPT.test(file))
      .flatMap((file) => deadCitations(file, readFileSync(join(ROOT, file), 'utf8'), citable)),
  ];
}
