import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a folder in place of the built web app, with an empty page, so that every route of the portal is registered. */
export function barePage(folder: string): string {
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  writeFileSync(join(dist, 'manifest.json'), '{}');
  writeFileSync(join(dist, 'robots.txt'), '');
  writeFileSync(join(dist, 'assets', 'main.js'), '0;');
  return dist;
}
