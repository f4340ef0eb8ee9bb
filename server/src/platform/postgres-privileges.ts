import { spawnSync } from 'node:child_process';
import { StartFailure } from './start-failure.ts';

const NOBODY = 65_534;
// Ends at once when Node died before setpriv could ask for the death signal.
const GUARD = '[ "$PPID" = "$1" ] || exit 75; shift; exec "$@"';
const PROBE = 'cd "$1" && exec "$2" --version';

interface Way {
  name: string;
  prefix: string[];
  /** Who must own the cluster's files, seen from outside; undefined leaves them alone. */
  ownerUid: number | undefined;
}

export interface Privileges {
  name: string;
  ownerUid: number | undefined;
  /** The command line under which `binary` runs: not as root, and ended by the kernel when this process ends. */
  wrap(binary: string, args: string[]): [command: string, args: string[]];
}

const id = String(NOBODY);
const deathSignal = ['--pdeathsig', 'SIGINT'];
const dropped = ['setpriv', '--reuid', id, '--regid', id, '--clear-groups'];
const override = ['--inh-caps', '-all,+dac_override', '--ambient-caps', '-all,+dac_override'];

/** PostgreSQL refuses to run as root. The first way is the tidiest; the others serve containers and private folders. */
const WAYS_AS_ROOT: Way[] = [
  {
    name: 'user namespace',
    prefix: ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`, '--', 'setpriv', ...deathSignal, '--'],
    ownerUid: 0,
  },
  { name: 'nobody', prefix: [...dropped, ...deathSignal, '--'], ownerUid: NOBODY },
  // The folder lies below one that only its owner may enter (such as /root), and namespaces are refused.
  { name: 'nobody with access', prefix: [...dropped, ...override, ...deathSignal, '--'], ownerUid: NOBODY },
];
const WAYS_AS_USER: Way[] = [{ name: 'user', prefix: ['setpriv', ...deathSignal, '--'], ownerUid: undefined }];

/** The way in which this machine lets us run PostgreSQL, tried by asking it for its version from inside the folder. */
export function findPrivileges(dataDir: string, postgres: string, only?: string): Privileges {
  const ways = (process.getuid?.() === 0 ? WAYS_AS_ROOT : WAYS_AS_USER).filter((way) => !only || way.name === only);
  const way = ways.find(({ prefix: [command = '', ...args] }) => {
    const probe = spawnSync(command, [...args, '/bin/sh', '-c', PROBE, 'sh', dataDir, postgres], { stdio: 'ignore' });
    return probe.status === 0;
  });
  if (!way) {
    throw new StartFailure(
      process.getuid?.() === 0
        ? 'This machine gives no way to run the built-in PostgreSQL as root: start as an ordinary user, or set DATABASE_URL.'
        : 'The built-in PostgreSQL cannot run here (it needs setpriv of util-linux and glibc): set DATABASE_URL to a PostgreSQL.',
    );
  }
  return {
    name: way.name,
    ownerUid: way.ownerUid,
    wrap: (binary, args) => {
      const [command = '', ...rest] = way.prefix;
      return [command, [...rest, '/bin/sh', '-c', GUARD, 'sh', String(process.pid), binary, ...args]];
    },
  };
}

/** Nothing of the surrounding PostgreSQL settings may reach ours. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
