import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimProblems } from './coverage.ts';
import { ROOT } from './run-tool.ts';

const PAGE = 'docs/security.md';
const ROW = /^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.*) \|$/;
/** Levels 1 and 2 without what does not apply, and the adopted ones of level 3; the page says how the number comes out. */
const ITEMS = 187 + 5;
const AREAS = ['4', '5', '6', '7', '8'];

type State = 'test' | 'setting' | 'sentence' | 'area';

/** docs/security.md answers each item of the standard once, by a test that exists, a setting, a sentence or an area to come. */
export async function checkSecurityPage(): Promise<string[]> {
  const path = join(ROOT, PAGE);
  if (!existsSync(path)) return [`${PAGE} does not exist`];
  const { problems } = readSecurityPage(readFileSync(path, 'utf8'), (file) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined,
  );
  return problems;
}

/** Returns the faults of the page, and the number of its items by the way they are met. */
export function readSecurityPage(page: string, read: (file: string) => string | undefined, items = ITEMS) {
  const counts: Record<State, number> = { test: 0, setting: 0, sentence: 0, area: 0 };
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const line of page.split('\n')) {
    const [, id = '', , met = ''] = ROW.exec(line) ?? [];
    if (id === '') {
      problems.push(...claimProblems(line.split(' | ', 1).join(), line, read));
      continue;
    }
    if (seen.has(id)) problems.push(`${id} stands twice in ${PAGE}`);
    seen.add(id);
    const state = stateOf(met);
    counts[state]++;
    if (met.trim().length < 10) problems.push(`${id} does not say how it is met`);
    const area = /^Area (\w+):/.exec(met)?.[1];
    if (area && !AREAS.includes(area)) problems.push(`${id} names an area that is none: ${area}`);
    problems.push(...claimProblems(id, met, read));
  }
  if (seen.size !== items) problems.push(`${PAGE} has ${seen.size} items instead of ${items}`);
  const told = Object.entries(counts).map(([state, count]) => `${state} ${count}`);
  if (!page.includes(`Now: ${told.join(', ')}.`)) problems.push(`${PAGE} should say "Now: ${told.join(', ')}."`);
  return { counts, problems };
}

function stateOf(met: string): State {
  if (met.startsWith('Area ')) return 'area';
  if (/\.(?:test|e2e)\.tsx?\s*>/.test(met)) return 'test';
  return met.startsWith('Setting:') ? 'setting' : 'sentence';
}
