// State of node_modules, from a note of our own. Runs on any Node from 20 on, without packages.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.seri-installed.json');

/** Returns the Node 24 of the packages, or undefined where none exists for this platform. */
export function pinnedNode() {
  const binary = join(MODULES, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(binary) ? binary : undefined;
}

/** npm writes this file last, so it is missing after an aborted installation. */
export const isWhole = () => existsSync(join(MODULES, '.package-lock.json'));

const lockHash = () =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');

export function writeStamp() {
  const tools = existsSync(join(MODULES, 'vitest', 'package.json'));
  writeFileSync(STAMP, JSON.stringify({ lock: lockHash(), tools }));
}

/** `current`: node_modules matches package-lock.json; `tools`: with the packages for development and tests. */
export function readStamp() {
  try {
    const { lock, tools } = JSON.parse(readFileSync(STAMP, 'utf8'));
    return { current: lock === lockHash() && isWhole(), tools };
  } catch {
    return { current: false, tools: false };
  }
}
