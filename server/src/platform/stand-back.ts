import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';

/** As `nice` counts: on a busy processor a tenth of what others have. */
const PRIORITY = 10;
/** Elsewhere a whole process has one priority, and where those of PostgreSQL come from cannot be looked up. */
const HAS_PRIORITIES_OF_THREADS = process.platform === 'linux';
/** Some sandboxes do not show it. */
const THREADS = '/proc/self/task';

/** The thread that calls this leaves the processor to whoever else wants it. */
export function standBack(): void {
  if (HAS_PRIORITIES_OF_THREADS && getPriority() < PRIORITY) setPriority(PRIORITY);
}

/** All of this process does, with the threads that compile and collect for it; those it starts later follow the one that starts them. */
export function standBackWholly(priority = PRIORITY): void {
  if (!HAS_PRIORITIES_OF_THREADS || !existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS).map(Number)) {
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch {
      // It has ended meanwhile.
    }
  }
}

const BACKEND = `
select pg_backend_pid() as pid,
       case when pg_has_role('pg_read_all_settings', 'usage') then current_setting('data_directory') end as folder`;

/**
 * PostgreSQL's process of this connection leaves the processor to whoever else wants it, if it runs on this machine and
 * may be told so, as under `npm start`. Answers whether it does. It stays so: the connection is for nobody who answers people.
 */
export async function standBackWith(client: PoolClient): Promise<boolean> {
  if (!HAS_PRIORITIES_OF_THREADS) return false;
  try {
    // Refused where it comes into a transaction that has just failed: then it does not.
    const { rows } = await client.query<{ pid: number; folder: string | null }>(BACKEND);
    const [backend] = rows;
    if (!backend?.folder) return false;
    const [postmaster] = (await readFile(join(backend.folder, 'postmaster.pid'), 'utf8')).split('\n');
    // A database on another machine or in a container counts its processes by itself.
    if ((await parentOf(backend.pid)) !== postmaster) return false;
    // Whoever was started behind others stays there.
    if (getPriority(backend.pid) >= PRIORITY) return false;
    setPriority(backend.pid, PRIORITY);
    return true;
  } catch {
    return false;
  }
}

async function parentOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may have blanks.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}
