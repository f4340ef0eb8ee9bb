// node scripts/complete-lock.mjs: adds what npm left out of package-lock.json.
// npm drops an optional package for another platform when the registry in use does not carry it; `npm ci` then
// refuses the whole file, on every platform and with every registry.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './installed.mjs';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x'];

/** Entries for the platform packages that `packages` (of a lock file) names as optional but does not describe. */
export function missingEntries(packages) {
  const missing = {};
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      if (packages[key] || packages[`${place}/${key}`] || !/^\d/.test(version)) continue;
      missing[key] = platformEntry(name, version, entry.dev);
    }
  }
  return missing;
}

function platformEntry(name, version, dev) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.find((word) => PROCESSORS.includes(word));
  const musl = words.some((word) => word.startsWith('musl'));
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(dev ? { dev } : {}),
    ...(system === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const all = Object.entries({ ...lock.packages, ...missingEntries(lock.packages) });
  lock.packages = Object.fromEntries(all.sort(([one], [other]) => one.localeCompare(other, 'en')));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
