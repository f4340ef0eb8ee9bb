import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.ts';
import { sourceFiles } from './source-files.ts';

const PLAIN = /['"`]([A-Za-z][\w-]*(?:\.[\w-]+)*)['"`]/g;
/** A key composed at run time, such as `LotStatus.${status}`: it begins with a name and a dot. */
const COMPOSED = /`([A-Za-z][\w-]*\.[^`\s]*?\$\{[^`]*)`/g;

/** Returns the texts of the web app that neither it nor the contract names, in whole or as part of a composed key. */
export async function unusedTexts(stems: readonly string[]): Promise<string[]> {
  const files = (await sourceFiles()).filter(
    (path) => /^(web|contract)\/src\/.*\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  return findUnused(stems, files.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n'));
}

export function findUnused(stems: readonly string[], source: string): string[] {
  const named = new Set([...source.matchAll(PLAIN)].map(([, name]) => name));
  const composed = [...new Set([...source.matchAll(COMPOSED)].map(([, key = '']) => key))].map(patternOf);
  return stems
    .filter((stem) => !named.has(stem) && !composed.some((pattern) => pattern.test(stem)))
    .map((stem) => `the text ${stem} is used by no screen`);
}

const patternOf = (composed: string): RegExp =>
  new RegExp(
    `^${composed
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
