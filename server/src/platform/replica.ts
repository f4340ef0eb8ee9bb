import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Log } from './log.ts';
import { startLoop } from './loop.ts';
import { positionsOf } from './replica-position.ts';
import { judge, type ReplicaLimits, UNKNOWN } from './replica-standing.ts';
import type { DB } from './tables.ts';

/** Pure reads that may be some seconds old: what `work` asks may be asked of a replica, and once more of the primary. */
export type Read = <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>;

export interface ReplicaState {
  inUse: boolean;
  /** Null while that is not known. */
  behindSeconds: number | null;
}

export interface Replica {
  read: Read;
  state(): ReplicaState;
  /** Since this process began. */
  counted: { reads: number; left: number };
  close(): Promise<void>;
}

/** Connections to the replica; its checks have one of their own, so that a crowd of readers delays no check. */
export interface ReplicaConnections {
  db: Kysely<DB>;
  checks: Kysely<DB>;
}

interface Following {
  primary: Kysely<DB>;
  connect(): ReplicaConnections;
  limits: ReplicaLimits;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

const LONGEST_PAUSE_MS = 2_000;
const TIMED_OUT = '57014';
/** A replica takes rows away that a reader still looks at, when the primary has removed them. */
const CONFLICT = /^40/;
const codeOf = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** Reads from a replica while it keeps up, and from the primary while it does not (docs/decisions/032-read-replica.md). */
export function followReplica({ primary, connect, limits, log }: Following): Replica {
  const positions = positionsOf(primary);
  const counted = { reads: 0, left: 0 };
  let connections = connect();
  let standing = UNKNOWN;
  let behindMs: number | null = null;
  let judgedAtMs = 0;
  /** A replica that is away for hours is complained about once. */
  let told = '';

  /** What hangs on a connection must not be met again by who takes it from the pool. */
  const reconnect = () => {
    const lost = connections;
    connections = connect();
    return endAll(lost);
  };
  const conclude = (found: number | null, reason?: unknown) => {
    const before = standing;
    behindMs = found;
    judgedAtMs = performance.now();
    standing = judge(before, found, judgedAtMs, limits);
    if (before.isUsed && !standing.isUsed) {
      counted.left++;
      log.warn({ err: reason, behindMs: found }, 'the replica is left, the primary answers');
    } else if (standing.isUsed && !before.isUsed) log.info({ behindMs: found }, 'the replica is read from');
    else if (reason && String(reason) !== told) log.warn({ err: reason }, 'the replica cannot be read from');
    told = String(reason ?? '');
  };
  const check = async () => {
    const asked = connections;
    // A primary that does not answer is no fault of the replica.
    await positions.note();
    try {
      const found = await positions.findBehindMs(asked.checks);
      if (asked === connections) conclude(found);
    } catch (error) {
      if (asked !== connections) return;
      conclude(null, error);
      void reconnect();
    }
  };
  const loop = startLoop({
    name: 'following the replica',
    everyMs: limits.checkEveryMs,
    longestPauseMs: LONGEST_PAUSE_MS,
    work: check,
    log,
  });

  return {
    counted,
    state: () => ({
      inUse: standing.isUsed,
      behindSeconds: behindMs === null ? null : Math.round(behindMs / 100) / 10,
    }),
    read: async (work) => {
      const isKnown = performance.now() - judgedAtMs <= limits.mostBehindMs;
      if (!(standing.isUsed && isKnown)) return work(primary);
      const asked = connections;
      try {
        const answer = await work(asked.db);
        counted.reads++;
        return answer;
      } catch (error) {
        // The primary would take as long.
        if (codeOf(error) === TIMED_OUT) throw error;
        const answer = await work(primary);
        // What the primary cannot answer either was no fault of the replica.
        if (asked === connections && !CONFLICT.test(codeOf(error))) {
          conclude(null, error);
          void reconnect();
        }
        return answer;
      }
    },
    close: async () => {
      await loop.stop();
      await endAll(connections);
    },
  };
}

const endAll = ({ db, checks }: ReplicaConnections) => Promise.allSettled([db.destroy(), checks.destroy()]);
