import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartFailure } from '../process/start-failure.ts';
import { copyForEverybody, type PostgresBinaries } from './postgres-binaries.ts';

const NOBODY = 65_534;
// Exits at once when Node died before setpriv could request the death signal.
const GUARD = '[ "$PPID" = "$1" ] || exit 75; shift; exec "$@"';
// Checks all that initdb and postgres check before they work: their user, their own path, their libraries.
const PROBE = 'cd "$1" && exec "$2" --show -D "$1/pg"';

interface RunMethod {
  name: string;
  prefix: string[];
  /** Owner of the cluster's files, seen from outside; undefined leaves the owner unchanged. */
  ownerUid: number | undefined;
}

export interface Privileges {
  name: string;
  ownerUid: number | undefined;
  /** Returns the command line that runs `binary` without root, ended by the kernel when this process ends. */
  wrap(binary: string, args: string[]): [command: string, args: string[]];
}

const deathSignal = ['--pdeathsig', 'SIGINT'];
const dropTo = (uid: number, gid: number, ...more: string[]) => [
  ...['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups', ...more, ...deathSignal, '--'],
];
const override = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override'];

/** PostgreSQL refuses to run as root. The first method is the cleanest; the others serve containers and private folders. */
function methodsAsRoot(binaries: PostgresBinaries): RunMethod[] {
  const owner = statSync(binaries.postgres);
  const mapped = ['--map-user', String(NOBODY), '--map-group', String(NOBODY), '--'];
  const asOwner = { name: 'owner of the program', prefix: dropTo(owner.uid, owner.gid, ...override) };
  return [
    { name: 'user namespace', prefix: ['unshare', '--user', ...mapped, 'setpriv', ...deathSignal, '--'], ownerUid: 0 },
    ...(owner.uid === 0 ? [] : [{ ...asOwner, ownerUid: owner.uid }]),
    { name: 'nobody', prefix: dropTo(NOBODY, NOBODY), ownerUid: NOBODY },
    // For data below a folder that only its owner may enter, when namespaces are refused.
    { name: 'nobody with access', prefix: dropTo(NOBODY, NOBODY, ...override), ownerUid: NOBODY },
  ];
}
const METHODS_AS_USER: RunMethod[] = [{ name: 'user', prefix: ['setpriv', ...deathSignal, '--'], ownerUid: undefined }];

/** Tries the methods of running PostgreSQL on this machine; returns the first that works, with the binaries for it. */
export function findPrivileges(
  dataDir: string,
  binaries: PostgresBinaries,
  only?: string,
): { privileges: Privileges; binaries: PostgresBinaries } {
  const asRoot = process.getuid?.() === 0;
  const candidates = asRoot ? [() => binaries, () => copyForEverybody(binaries)] : [() => binaries];
  for (const candidate of candidates) {
    const usable = candidate();
    const methods = (asRoot ? methodsAsRoot(usable) : METHODS_AS_USER).filter(
      (method) => !only || method.name === only,
    );
    const method = methods.find(({ prefix }) => works(prefix, dataDir, usable));
    if (method) return { privileges: privilegesOf(method), binaries: usable };
  }
  throw new StartFailure(
    asRoot
      ? 'This machine cannot run the built-in PostgreSQL as root: start as an ordinary user, or set DATABASE_URL.'
      : 'The built-in PostgreSQL cannot run here (it needs setpriv of util-linux and glibc): set DATABASE_URL to a PostgreSQL.',
  );
}

function works([command = '', ...args]: string[], dataDir: string, { initdb }: PostgresBinaries): boolean {
  const probe = [...args, '/bin/sh', '-c', PROBE, 'sh', dataDir, initdb];
  return spawnSync(command, probe, { stdio: 'ignore', env: postgresEnvironment() }).status === 0;
}

function privilegesOf(method: RunMethod): Privileges {
  const [command = '', ...rest] = method.prefix;
  return {
    name: method.name,
    ownerUid: method.ownerUid,
    wrap: (binary, args) => [command, [...rest, '/bin/sh', '-c', GUARD, 'sh', String(process.pid), binary, ...args]],
  };
}

/** Environment without PG*, LC_* and LANG*: settings of another PostgreSQL must not reach the embedded one. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(variables), LC_ALL: 'C', TZ: 'UTC' };
}
