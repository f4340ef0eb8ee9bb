import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * Installs one package for the bench alone, once, into a folder beside the archives, with npm as configured and without
 * install scripts: everybody else would wait for its thousands of files. Returns the package's folder, or null where
 * npm has no way to its packages.
 */
export function installPackage(name: string, version: string, adapt?: (modules: string) => void): string | null {
  const folder = join(ROOT, '.data-bench', `${name}-${version}`);
  const modules = join(folder, 'node_modules');
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return join(modules, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  process.stdout.write(`  installing ${name} ${version}, which takes a while\n`);
  const options = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', `${name}@${version}`, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (npm.status !== 0) return null;
  adapt?.(modules);
  writeFileSync(mark, '');
  return join(modules, name);
}
