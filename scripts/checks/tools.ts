import { problemsOf, ROOT, runTool } from './run-tool.ts';

/** The workspaces for Node at once: each imports the server, which would be checked with each of them. */
const PROJECTS = ['contract', 'tsconfig.node.json', 'web', 'e2e'];

/** Runs TypeScript 7 with one checker: each further one checks the libraries anew, and other checks use the other cores. */
export async function checkTypes(): Promise<string[]> {
  const problems: string[] = [];
  for (const project of PROJECTS) {
    problems.push(...problemsOf(await runTool('typescript-7/bin/tsc', ['-p', project, '--checkers', '1'])));
  }
  return problems;
}

export const checkLint = async (root = ROOT): Promise<string[]> =>
  problemsOf(
    await runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'], root),
  );

export const checkBoundaries = async (root = ROOT): Promise<string[]> =>
  problemsOf(
    await runTool(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'contract', 'server', 'web', 'demo', 'bench'],
      root,
    ),
  );

export const checkDeadCode = async (): Promise<string[]> =>
  problemsOf(await runTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']));
