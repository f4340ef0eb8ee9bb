import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path/posix';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

const MAX_FILES = 25;
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|e2e)\.tsx?$/;
const CAPABILITY = /^(?:server|web|demo)\/src\/[^/]+(?=\/)/;
const IMPORT = /(?:from|import\() ?'(\.[^']+)'|import '(\.[^']+)'/g;

/** Reports folders with too many files, and folders of one capability that import each other. */
export async function checkRooms(): Promise<string[]> {
  const files = (await sourceFiles()).filter((file) => CODE.test(file) && existsSync(join(ROOT, file)));
  return [...fullFolders(files), ...roomCycles(files, (file) => readFileSync(join(ROOT, file), 'utf8'))];
}

export function fullFolders(files: readonly string[]): string[] {
  const counts = Object.entries(Object.groupBy(files, (file) => dirname(file)));
  return counts
    .filter(([, inside = []]) => inside.length > MAX_FILES)
    .map(([folder, inside = []]) => `${folder} has ${inside.length} source files, more than ${MAX_FILES}`);
}

/**
 * The folders inside a capability import each other in one direction. A folder and its sub-folders may import each
 * other: the upper one holds the routes, which import everything, and shared code.
 */
export function roomCycles(files: readonly string[], read: (file: string) => string): string[] {
  const imports = new Map<string, Map<string, string>>();
  for (const file of files) {
    const capability = CAPABILITY.exec(file)?.[0];
    if (!capability || TEST.test(file)) continue;
    for (const [, named, bare] of read(file).matchAll(IMPORT)) {
      const imported = normalize(join(dirname(file), named ?? bare ?? ''));
      const [from, to] = [dirname(file), dirname(imported)];
      if (!imported.startsWith(`${capability}/`) || isInside(from, to) || isInside(to, from)) continue;
      const known = imports.get(from) ?? new Map<string, string>();
      imports.set(from, known.set(to, known.get(to) ?? `${file} imports ${imported}`));
    }
  }
  return [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => reaches(imports, to, from))
      .map(([to, example]) => `${from} and ${to} import each other: ${example}`),
  );
}

const isInside = (folder: string, other: string) => !relative(other, folder).startsWith('..');

function reaches(imports: Map<string, Map<string, string>>, start: string, goal: string): boolean {
  const seen = new Set<string>();
  const left = [start];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    if (folder === goal) return true;
    if (seen.has(folder)) continue;
    seen.add(folder);
    left.push(...(imports.get(folder)?.keys() ?? []));
  }
  return false;
}
