import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checks/run-tool.ts';
import { sourceFiles } from '../checks/source-files.ts';
import { readTags } from './read-tags.ts';

export const LIST = 'scripts/coverage/requirements.json';

export interface RequirementList {
  /** The title of each area by the beginning of its ids: `BID` for `BID-01`, `ASVS-6` for `ASVS-6.4.1`. */
  areas: Readonly<Record<string, string>>;
  /** The title of each requirement by its id. */
  requirements: Readonly<Record<string, string>>;
  /** Why no test shows a requirement, or which setting the operator has to choose. */
  reasons: Readonly<Record<string, string>>;
}

interface Coverage {
  /** For each id of the list its tests, as `file > title`. */
  tests: ReadonlyMap<string, string[]>;
  /** Tests with at least one tag. */
  taggedTests: number;
  problems: string[];
}

const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
const CITED_FILE = /`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g;

export const areaOf = (id: string): string => /^(?:ASVS-\d+|[A-Z0-9]+)/.exec(id)?.[0] ?? '';

export const readList = (): RequirementList => JSON.parse(readFileSync(join(ROOT, LIST), 'utf8'));

export async function readCoverage(list: RequirementList): Promise<Coverage> {
  const files = (await sourceFiles()).filter((file) => CODE.test(file));
  const sources = files.map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')]);
  return compareCoverage(list, sources, (file) => existsSync(join(ROOT, file)));
}

/** Compares the list of requirements with the tags of the sources. */
export function compareCoverage(
  list: RequirementList,
  sources: Iterable<[file: string, source: string]>,
  exists: (file: string) => boolean,
): Coverage {
  const tests = new Map(Object.keys(list.requirements).map((id): [string, string[]] => [id, []]));
  const tagged = new Set<string>();
  const problems = listProblems(list, exists);
  for (const [file, source] of sources) {
    const { tags, problems: wrongTags } = readTags(file, source);
    problems.push(...wrongTags);
    for (const { line, ids, tests: covering } of tags) {
      const names = covering.map(({ title }) => `${file} > ${title}`);
      for (const name of names) tagged.add(name);
      for (const [index, id] of ids.entries()) {
        if (ids.indexOf(id) !== index) problems.push(`${file}:${line} names ${id} twice`);
        const known = tests.get(id);
        if (known) known.push(...names.filter((name) => !known.includes(name)));
        else problems.push(`${file}:${line} names ${id}, which is not in ${LIST}`);
      }
    }
  }
  for (const [id, covering] of tests)
    if (covering.length === 0 && !list.reasons[id]) problems.push(`${id} has neither a test nor a reason`);
  return { tests, taggedTests: tagged.size, problems };
}

function listProblems({ areas, requirements, reasons }: RequirementList, exists: (file: string) => boolean): string[] {
  return [
    ...Object.entries(requirements).flatMap(([id, title]) => [
      ...(areas[areaOf(id)] ? [] : [`${LIST} has no area for ${id}`]),
      ...(title ? [] : [`${LIST} has no title for ${id}`]),
    ]),
    ...Object.entries(reasons).flatMap(([id, reason]) => [
      ...(id in requirements ? [] : [`${LIST} has a reason for ${id}, which is no requirement`]),
      ...[...reason.matchAll(CITED_FILE)].flatMap(([, file = '']) =>
        exists(file) ? [] : [`The reason of ${id} names ${file}, which does not exist`],
      ),
    ]),
  ];
}
