import { problemsOf, ROOT, runTool } from './run-tool.ts';

const WORKSPACES = ['contract', 'server', 'web', 'demo', 'e2e', 'bench'];

/** Runs TypeScript 7 on one workspace after the other, since it uses all cores. */
export async function checkTypes(): Promise<string[]> {
  const problems: string[] = [];
  for (const workspace of WORKSPACES) {
    problems.push(...problemsOf(await runTool('typescript-7/bin/tsc', ['-p', `${workspace}/tsconfig.json`])));
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
