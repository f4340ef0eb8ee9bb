import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run-tool.ts';

/** Every file that belongs to the repository, committed or about to be, relative to its top. */
export async function sourceFiles(): Promise<string[]> {
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  return output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}
