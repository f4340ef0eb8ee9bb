import autocannon from 'autocannon';
import { type Figures, type Load, runFor } from './load.ts';

/** Headers that authenticate a request: a cookie, or a token of another system. */
export type Headers = Record<string, string>;

const WARM_SECONDS = 2;

/**
 * Requests the addresses in turn as fast as possible. Connections are spread over the addresses, or request the same one
 * `together`; each uses another person where there are enough.
 */
export async function overHttp(
  server: string,
  paths: string[],
  identities: Headers | readonly Headers[],
  { lanes, seconds, together = false }: Load & { together?: boolean },
): Promise<Figures> {
  const people = [identities].flat();
  let begun = 0;
  const options: autocannon.Options = {
    url: server,
    connections: lanes,
    setupClient: (client) => {
      const from = together ? 0 : Math.floor((begun * paths.length) / lanes) % paths.length;
      const headers = people[begun++ % people.length] ?? {};
      const turned = [...paths.slice(from), ...paths.slice(0, from)];
      client.setRequests(turned.map((path) => ({ path, headers })));
    },
  };
  await autocannon({ ...options, duration: Math.min(WARM_SECONDS, seconds) });
  const result = await autocannon({ ...options, duration: seconds });
  const errors = result.errors + result.non2xx;
  if (errors > 0)
    process.stderr.write(`${errors} errors: ${JSON.stringify(result.statusCodeStats)}, ${result.timeouts} timeouts\n`);
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors,
  };
}

/** One person in a loop: the time of a single reply, with sub-millisecond resolution. */
export async function oneByOne(
  server: string,
  paths: readonly string[],
  identities: Headers,
  seconds: number,
): Promise<Figures> {
  const task = sequentialCalls(server, paths, [identities]);
  await runFor(1, 1, task);
  return runFor(seconds, 1, task);
}

/** Sequential calls, each with another address and person; every one must succeed. */
export function sequentialCalls(
  server: string,
  paths: readonly string[],
  people: readonly Headers[],
): () => Promise<void> {
  let turn = 0;
  return async () => {
    const path = paths[turn % paths.length] ?? '';
    const headers = people[turn % people.length] ?? {};
    turn += 1;
    const reply = await fetch(new URL(path, server), { headers });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  };
}
