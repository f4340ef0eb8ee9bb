export interface ReplicaLimits {
  /** Left when it is further behind; taken again when it keeps within half of it. */
  mostBehindMs: number;
  /** How long it has to keep up before it is taken again: twice as long each time it was left soon, up to the longest. */
  steadyMs: number;
  longestSteadyMs: number;
  checkEveryMs: number;
}

export const REPLICA_LIMITS: ReplicaLimits = {
  mostBehindMs: 5_000,
  steadyMs: 10_000,
  longestSteadyMs: 300_000,
  checkEveryMs: 500,
};

/** Whether a replica is read from, and since when it has been worth it. */
export interface Standing {
  isUsed: boolean;
  takenAtMs: number;
  /** Since when it keeps up without a break; null while it does not, or is read from. */
  steadySinceMs: number | null;
  neededMs: number;
}

/** A process that begins takes a replica that is up to date at once. */
export const UNKNOWN: Standing = { isUsed: false, takenAtMs: 0, steadySinceMs: null, neededMs: 0 };

/** What follows from how far behind it was found at a moment; null where it does not answer. */
export function judge(before: Standing, behindMs: number | null, nowMs: number, limits: ReplicaLimits): Standing {
  const within = (most: number) => behindMs !== null && behindMs <= most;
  if (before.isUsed) return within(limits.mostBehindMs) ? before : leave(before, nowMs, limits);
  if (!within(limits.mostBehindMs / 2)) return { ...before, steadySinceMs: null };
  const steadySinceMs = before.steadySinceMs ?? nowMs;
  return nowMs - steadySinceMs >= before.neededMs
    ? { ...before, isUsed: true, takenAtMs: nowMs, steadySinceMs: null }
    : { ...before, steadySinceMs };
}

function leave(before: Standing, nowMs: number, { steadyMs, longestSteadyMs }: ReplicaLimits): Standing {
  const wasSteady = nowMs - before.takenAtMs > longestSteadyMs;
  const neededMs = wasSteady ? steadyMs : Math.min(Math.max(before.neededMs * 2, steadyMs), longestSteadyMs);
  return { ...before, isUsed: false, steadySinceMs: null, neededMs };
}
