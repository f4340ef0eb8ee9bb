// npm does not forward signals: when it is stopped or killed, its child processes would continue.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1_000;
const PARENT = 1;
const STARTED_AT = 19;

/** Calls back once when the npm that started this process has ended. */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return;
  const above = findNpm();
  if (!above) return;
  const timer = setInterval(() => {
    if (lookAt(above.pid)?.startedAt === above.startedAt) return;
    clearInterval(timer);
    callback();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** At most a shell runs between npm and this process. */
function findNpm() {
  let pid = process.ppid;
  for (let step = 0; step < 3 && pid > 1; step++) {
    const found = lookAt(pid);
    if (!found) return undefined;
    if (found.name.startsWith('npm')) return found;
    pid = found.parent;
  }
  return undefined;
}

function lookAt(pid) {
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
