import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

type Step = [command: string, ...args: string[]];

const INSTALLERS: { tool: string; steps: Step[] }[] = [
  {
    tool: 'apt-get',
    steps: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
  },
  { tool: 'dnf', steps: [['dnf', 'install', '-y', 'chromium']] },
  { tool: 'apk', steps: [['apk', 'add', '--no-cache', 'chromium']] },
  { tool: 'pacman', steps: [['pacman', '-Sy', '--noconfirm', 'chromium']] },
];

/** Returns the path of the browser for tests, installed first if allowed, or the sentence why there is none. */
export function ensureBrowser(): { path: string } | { sentence: string } {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (works(given)) return { path: given };
    return {
      sentence: `CHROME_PATH names ${given}, which does not run: correct it, or unset it to let Chromium be found.`,
    };
  }
  const found = findBrowser();
  if (found) return { path: found };
  const installer = INSTALLERS.find(({ tool }) => onPath(tool));
  if (installer && process.getuid?.() === 0) {
    install(installer.tool, installer.steps);
    const installed = findBrowser();
    if (installed) return { path: installed };
  }
  const command = installer?.steps.at(-1)?.join(' ') ?? 'your package manager';
  return {
    sentence: `The tests need Chromium or Chrome and none was found: install it with "sudo ${command}", or set CHROME_PATH to one, and run npm test again.`,
  };
}

const findBrowser = (): string | undefined =>
  [...NAMES.flatMap((name) => onPath(name) ?? []), MAC].find((path) => existsSync(path) && works(path));

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
