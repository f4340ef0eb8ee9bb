import ts from 'typescript';

/** A test that runs, with the titles of its `describe` blocks before its own, joined by ` > `. */
interface TestCase {
  file: string;
  title: string;
}

/** One block of tag lines, and the tests it applies to: one test, or all tests of a `describe` block. */
interface Tag {
  line: number;
  ids: string[];
  tests: TestCase[];
}

interface Block {
  titles: string[];
  isSkipped: boolean;
}

const TEST_FILE = /\.(?:test|e2e)\.tsx?$/;
const MAYBE_TAG = /^\s*(?:\/\/|\/\*+|\*)\s*@covers?\b/i;
const TAG = /^\s*\/\/ @covers ([A-Z][A-Z0-9]*-[\d.]*\d(?:, [A-Z][A-Z0-9]*-[\d.]*\d)*)$/;
/** Stories that `npm test` leaves to `npm run looks`. */
const ONLY_WITH_LOOKS = /@looks/;
const ROOTS = ['test', 'it', 'describe'];
const SKIPPED = ['skip', 'todo', 'fixme'];
const MODIFIERS = ['describe', 'each', 'for', 'only', 'concurrent', 'sequential', 'serial', 'fails', 'runIf', 'skipIf'];

/**
 * Reads the tags of one file. A tag is one or more lines `// @covers` with ids and commas between them, directly
 * above a test, a `describe` block, or a loop without braces that makes tests.
 */
export function readTags(file: string, source: string): { tags: Tag[]; problems: string[] } {
  const lines = source.split('\n');
  const blocks = tagBlocks(lines);
  if (blocks.length === 0) return { tags: [], problems: [] };
  const testsAt = TEST_FILE.test(file) ? testsByLine(file, source) : new Map<number, TestCase[]>();
  const tags: Tag[] = [];
  const problems: string[] = [];
  for (const { first, end } of blocks) {
    const written = lines.slice(first, end).map((line) => TAG.exec(line)?.[1]?.split(', '));
    const tests = testsAt.get(end);
    const at = `${file}:${first + 1}`;
    if (written.includes(undefined))
      problems.push(`${at} is no tag: write // @covers and ids with commas between them`);
    else if (tests === undefined) problems.push(`${at} tags something that is not a test`);
    else if (tests.length === 0) problems.push(`${at} tags a test that npm test skips`);
    else tags.push({ line: first + 1, ids: written.flatMap((ids) => ids ?? []), tests });
  }
  return { tags, problems };
}

/** Runs of tag lines: `end` is the index of the line below the last one. */
function tagBlocks(lines: readonly string[]): { first: number; end: number }[] {
  const blocks: { first: number; end: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (!MAYBE_TAG.test(line)) continue;
    const last = blocks.at(-1);
    if (last?.end === index) last.end++;
    else blocks.push({ first: index, end: index + 1 });
  }
  return blocks;
}

/** The tests that run of each statement, by the index of its first line. */
function testsByLine(file: string, source: string): Map<number, TestCase[]> {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = new Map<number, TestCase[]>();
  const visit = (node: ts.Node, outer: Block): TestCase[] => {
    const names = ts.isCallExpression(node) ? suiteNames(node) : [];
    if (!ts.isCallExpression(node) || names.length === 0)
      return childrenOf(node).flatMap((child) => visit(child, outer));
    const title = titleOf(node);
    const isOwnSkipped =
      names.some((name) => SKIPPED.includes(name)) || ONLY_WITH_LOOKS.test(title) || skipsItself(node);
    const block: Block = { titles: [...outer.titles, title], isSkipped: outer.isSkipped || isOwnSkipped };
    const own = block.isSkipped ? [] : [{ file, title: block.titles.join(' > ') }];
    const tests = names.includes('describe') ? childrenOf(node).flatMap((child) => visit(child, block)) : own;
    found.set(tree.getLineAndCharacterOfPosition(statementOf(node).getStart()).line, tests);
    return tests;
  };
  visit(tree, { titles: [], isSkipped: false });
  return found;
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** `test.each(rows)('title', run)` is `['test', 'each']`; a call that makes no test has no names. */
function suiteNames(call: ts.CallExpression): string[] {
  const [first] = call.arguments;
  if (!first || (call.arguments.length < 2 && !ts.isStringLiteralLike(first))) return [];
  const [root = '', ...modifiers] = namesOf(call.expression);
  const isKnown = modifiers.every((name) => MODIFIERS.includes(name) || SKIPPED.includes(name));
  return ROOTS.includes(root) && isKnown ? [root, ...modifiers] : [];
}

function namesOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...namesOf(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return namesOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? namesOf(node.tag) : [];
}

function titleOf({ arguments: [first] }: ts.CallExpression): string {
  if (!first) return '';
  if (ts.isStringLiteralLike(first)) return first.text;
  return ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : first.getText();
}

/** A body that calls `test.skip()` without a condition. */
function skipsItself(call: ts.CallExpression): boolean {
  const body = call.arguments.find((argument) => ts.isArrowFunction(argument))?.body;
  if (!body || !ts.isBlock(body)) return false;
  return body.statements.some((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false;
    const { expression, arguments: given } = statement.expression;
    const [root = '', modifier = ''] = namesOf(expression);
    const isAlways = given.length === 0 || given[0]?.kind === ts.SyntaxKind.TrueKeyword;
    return ROOTS.includes(root) && SKIPPED.includes(modifier) && isAlways;
  });
}

/** The statement of a call, or the loop around it when that has no braces: a formatter moves a comment above it. */
function statementOf(call: ts.Node): ts.Node {
  let top = call;
  while (ts.isExpressionStatement(top.parent) || (ts.isForOfStatement(top.parent) && top.parent.statement === top))
    top = top.parent;
  return top;
}
