// node scripts/run.mjs scripts/complete-lock.ts: adds missing entries to package-lock.json. npm drops an optional
// package for another platform when the registry in use does not carry it; `npm ci` then refuses the whole file, on
// every platform and with every registry.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checks/run-tool.ts';

interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type LockPackages = Record<string, LockEntry>;

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x'];

/** Returns entries for the platform packages that a lock file names as optional but does not describe. */
export function missingEntries(packages: LockPackages): LockPackages {
  const missing: LockPackages = {};
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`;
      if (packages[key] || packages[`${place}/${key}`] || !/^\d/.test(version)) continue;
      missing[key] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.find((word) => PROCESSORS.includes(word));
  const musl = words.some((word) => word.startsWith('musl'));
  return {
    ...(system ? { os: [system] } : {}),
    ...(processor ? { cpu: [processor] } : {}),
    ...(system === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}),
  };
}

if (process.argv[1] === import.meta.filename) {
  const path = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const all = Object.entries({ ...lock.packages, ...missingEntries(lock.packages) });
  lock.packages = Object.fromEntries(all.sort(([one], [other]) => one.localeCompare(other, 'en')));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
