import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Chromium without windows, a package of Debian: it takes less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

export interface Browsers {
  path: string;
  /** The headless shell, or else the same browser. */
  headlessPath: string;
}

type Step = [command: string, ...args: string[]];

const APT_INSTALL = ['apt-get', 'install', '-y', '--no-install-recommends'] as const;
const INSTALLERS: { tool: string; steps: Step[] }[] = [
  {
    tool: 'apt-get',
    // Each by itself, because not every distribution has the headless shell.
    steps: [
      ['apt-get', 'update'],
      [...APT_INSTALL, HEADLESS_SHELL],
      [...APT_INSTALL, 'chromium'],
    ],
  },
  { tool: 'dnf', steps: [['dnf', 'install', '-y', 'chromium']] },
  { tool: 'apk', steps: [['apk', 'add', '--no-cache', 'chromium']] },
  { tool: 'pacman', steps: [['pacman', '-Sy', '--noconfirm', 'chromium']] },
];

/** Returns the browsers for tests, installed first if allowed, or the sentence why there is none. */
export function ensureBrowsers(): Browsers | { sentence: string } {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (works(given)) return { path: given, headlessPath: given };
    return {
      sentence: `CHROME_PATH names ${given}, which does not run: correct it, or unset it to let Chromium be found.`,
    };
  }
  const found = findBrowsers();
  if (found) return found;
  const installer = INSTALLERS.find(({ tool }) => onPath(tool));
  if (installer && process.getuid?.() === 0) {
    install(installer.tool, installer.steps);
    const installed = findBrowsers();
    if (installed) return installed;
  }
  const command = installer?.steps.at(-1)?.join(' ') ?? 'your package manager';
  return {
    sentence: `The tests need Chromium or Chrome and none was found: install it with "sudo ${command}", or set CHROME_PATH to one, and run npm test again.`,
  };
}

function findBrowsers(): Browsers | undefined {
  const path = [...NAMES.flatMap((name) => onPath(name) ?? []), MAC].find((one) => existsSync(one) && works(one));
  const shell = onPath(HEADLESS_SHELL);
  return path === undefined ? undefined : { path, headlessPath: shell && works(shell) ? shell : path };
}

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Some systems have a placeholder of that name that only prints how to install it. */
const works = (path: string): boolean => {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /Chrom/.test(stdout);
};

function install(tool: string, steps: Step[]): void {
  const startedMs = Date.now();
  process.stdout.write(`Installing Chromium with ${tool} …\n`);
  for (const [command, ...args] of steps) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) process.stderr.write(`${`${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n')}\n`);
  }
  process.stdout.write(`Installing Chromium: ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`);
}
