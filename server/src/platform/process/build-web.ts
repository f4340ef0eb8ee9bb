import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const BUILDS = join(ROOT, 'web', 'dist');
/** Builds of earlier sources: a portal that started with one still serves it. */
const MAX_BUILDS = 4;
const SOURCES = ['web/src', 'web/public', 'contract/src'];
const SINGLE = [
  'web/index.html',
  'web/vite.config.ts',
  'web/readable-offline.ts',
  'web/route-parts.ts',
  'web/grow-with-text.ts',
  'web/route-weight.ts',
  'web/text-parts.ts',
  'web/package.json',
  'package-lock.json',
];

/** Returns the folder of the web app built from the current sources, or null. */
export function builtWeb(): string | null {
  const folder = join(BUILDS, sourceHash());
  return existsSync(folder) ? folder : null;
}

/**
 * Builds the web app when its sources have changed since the last build; returns its folder. Each state of the
 * sources has its own folder, moved into place when complete: two processes may build at once, and a running portal
 * keeps its files. Throws with the output of the builder.
 */
export async function buildWebWhenStale(): Promise<string> {
  const folder = join(BUILDS, sourceHash());
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await Promise.all([runVite(unfinished), runVite(join(unfinished, 'prerender'), ['--ssr'])]);
  await compressAssets(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldBuilds();
  return folder;
}

function removeOldBuilds(): void {
  const builds = readdirSync(BUILDS).map((name) => join(BUILDS, name));
  const byAge = builds.map((path) => ({ path, ms: statSync(path).mtimeMs })).toSorted((a, b) => b.ms - a.ms);
  for (const { path } of byAge.slice(MAX_BUILDS)) rmSync(path, { recursive: true, force: true });
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
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function runVite(outDir: string, options: readonly string[] = []): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', join(ROOT, 'web'), '--outDir', outDir, '--logLevel', 'warn', ...options],
    {
      cwd: join(ROOT, 'web'),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The web app could not be built:\n${Buffer.concat(output).toString()}`)),
    );
  });
}

/** Assets are compressed once here, so that no request waits for it. */
async function compressAssets(folder: string): Promise<void> {
  const assets = filesBelow(join(folder, 'assets')).filter((file) => /\.(js|css|svg|json)$/.test(file));
  await Promise.all(
    assets.map(async (file) => {
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
