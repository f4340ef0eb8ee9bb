import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingEntries } from '../complete-lock.ts';
import { ROOT } from './run-tool.ts';

/** `npm ci` refuses a lock file without the packages of a platform, and users of that platform cannot start. */
export async function checkLockFile(): Promise<string[]> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const missing = Object.keys(missingEntries(packages));
  return missing.length === 0
    ? []
    : [`package-lock.json lacks ${missing.join(', ')}: run node scripts/run.mjs scripts/complete-lock.ts`];
}
