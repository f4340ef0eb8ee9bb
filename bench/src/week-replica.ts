import { setTimeout as wait } from 'node:timers/promises';
import { targetOf } from '../../server/src/testing/fault-proxy.ts';
import type { ReplicatedDatabase } from '../../server/src/testing/replicated-database.ts';

const LOOK_EVERY_MS = 250;
const LONGEST_MS = 300_000;
/** Shows the counts of `/metrics`. */
export const METRICS_TOKEN = 'a token of the bench';

interface Cut {
  /** Until both servers had left it, and from the mended line until both read from it again. */
  leftAfterSeconds: number;
  backAfterSeconds: number;
}

async function askReplica(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`);
  const { replica } = (await reply.json()) as { replica?: { inUse: boolean } };
  return replica?.inUse ?? false;
}

/** Seconds until every server reads from the replica, or none does. */
export async function untilInUse(urls: readonly string[], isWanted: boolean): Promise<number> {
  const startedMs = Date.now();
  while (Date.now() - startedMs < LONGEST_MS) {
    const states = await Promise.all(urls.map(askReplica));
    if (states.every((isUsed) => isUsed === isWanted)) return (Date.now() - startedMs) / 1_000;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`the replica is ${isWanted ? 'not taken again' : 'not left'}`);
}

/** The line on which the replica gets the log is cut for so long, then whole again. */
export async function cutOff(base: ReplicatedDatabase, urls: readonly string[], forMs: number): Promise<Cut> {
  base.line.targets = [];
  base.line.drop();
  const leftAfterSeconds = await untilInUse(urls, false);
  await wait(Math.max(0, forMs - leftAfterSeconds * 1_000));
  base.line.targets = [targetOf(base.primaryUrl)];
  return { leftAfterSeconds, backAfterSeconds: await untilInUse(urls, true) };
}

/** How many reads the replica has answered, over all servers. */
export async function readsOfReplica(urls: readonly string[]): Promise<number> {
  const counts = urls.map(async (url) => {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^seri_replica_reads (\d+)/m.exec(await reply.text())?.[1] ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, reads) => sum + reads, 0);
}
