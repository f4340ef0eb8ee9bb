import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const DIST = join(ROOT, 'web', 'dist');
const STAMP = join(DIST, '.built-from');
const SOURCES = ['web/src', 'web/public', 'contract/src'];
const SINGLE = [
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'web/postcss.config.mjs',
  'package-lock.json',
];

/** Builds the web app when its sources changed since the last build; answers whether it did. Throws with the builder's own words. */
export async function buildWebWhenStale(): Promise<boolean> {
  const wanted = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  await runVite();
  await compressAssets();
  writeFileSync(STAMP, wanted);
  return true;
}

function sourceHash(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((folder) => filesBelow(join(ROOT, folder)));
  for (const file of [...files, ...SINGLE.map((name) => join(ROOT, name))].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  )) {
    if (!existsSync(file)) continue;
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function runVite(): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', join(ROOT, 'web'), '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const words: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => words.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app could not be built:\n${Buffer.concat(words).toString()}`)),
    );
  });
}

/** Compressed once here, so that no request waits for it. */
async function compressAssets(): Promise<void> {
  const assets = filesBelow(join(DIST, 'assets')).filter((file) => /\.(js|css|svg|json)$/.test(file));
  await Promise.all(
    assets.map(async (file) => {
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
