// Starts the program on its own Node from any Node on the machine. Runs on any Node from 20 on.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, LaunchFailure } from './install.mjs';
import { pinnedNode, ROOT } from './installed.mjs';

const OLDEST = 20;
const WANTED = 24;
const major = Number(process.versions.node.split('.')[0]);

/** Installs missing packages, then runs a file of this repository on Node 24, in this process or in a child. */
export async function launch({ file, args = process.argv.slice(2), tools }) {
  try {
    if (major < OLDEST) throw new LaunchFailure(`Node ${process.versions.node} is too old: install Node 20 or later.`);
    await ensureInstalled({ tools });
    keepCompiled();
    await handOver(resolve(ROOT, file), args);
  } catch (error) {
    process.stderr.write(`\n${error instanceof LaunchFailure ? error.message : error.stack}\n`);
    process.exit(1);
  }
}

/** Keeps compiled modules for later processes, which halves their start; where no folder can be written, nothing changes. */
function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= resolve(ROOT, 'node_modules', '.cache', 'compiled');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

async function handOver(file, args) {
  const pinned = pinnedNode();
  if (!pinned && major < WANTED)
    throw new LaunchFailure(
      `No Node ${WANTED} comes with the packages for ${process.platform} ${process.arch}: install Node ${WANTED} or later yourself, then start again.`,
    );
  if (major >= WANTED) {
    whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  // The channel closes when this process ends, even after kill -9, so the child notices it.
  const child = spawn(pinned, [file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // Ctrl-C reaches both processes.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenNpmEnds(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`\nNode ${WANTED} of the packages does not run here: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const NPM_CHECK_INTERVAL_MS = 1_000;
/** Fields of /proc/<pid>/stat after the name. */
const PARENT = 1;
const STARTED_AT = 19;

/** Calls back once when the npm that started this process has ended: npm does not forward signals to its children. */
function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return;
  const above = findNpm();
  if (!above) return;
  const timer = setInterval(() => {
    if (readProcess(above.pid)?.startedAt === above.startedAt) return;
    clearInterval(timer);
    callback();
  }, NPM_CHECK_INTERVAL_MS);
  timer.unref();
}

/** At most a shell runs between npm and this process. */
function findNpm() {
  let pid = process.ppid;
  for (let step = 0; step < 3 && pid > 1; step++) {
    const found = readProcess(pid);
    if (!found) return undefined;
    if (found.name.startsWith('npm')) return found;
    pid = found.parent;
  }
  return undefined;
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const nameEnd = stat.lastIndexOf(')');
    const fields = stat.slice(nameEnd + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, nameEnd);
    return { pid, name, parent: Number(fields[PARENT]), startedAt: fields[STARTED_AT] };
  } catch {
    return undefined;
  }
}
