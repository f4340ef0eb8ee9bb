import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run-tool.ts';

/** Returns every file of the repository, committed or new, relative to its root. */
export async function sourceFiles(): Promise<string[]> {
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  return output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}
