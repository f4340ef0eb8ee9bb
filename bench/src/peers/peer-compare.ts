import { type Figures, type Load, runFor } from '../tools/load.ts';
import { type Headers, overHttp, sequentialCalls } from '../tools/over-http.ts';

const SECONDS = 8;
const WARM_SECONDS = 2;
const CONCURRENCY = [8, 32];

export interface Side {
  url: string;
  /** One requester, or several in turn. */
  identity: Headers | readonly Headers[];
  paths: string[];
}

export interface Pair {
  call: string;
  ours: Side;
  theirs: Side;
}

type RequestLoop = (side: Side, load: Load) => Promise<Figures>;

const onKeptConnections: RequestLoop = ({ url, paths, identity }, load) => overHttp(url, paths, identity, load);

/** For programs that close the connection after each reply; replies are not decoded, since not all of them compress theirs. */
export const onAnyConnection: RequestLoop = async ({ url, paths, identity }, { lanes, seconds }) => {
  const people = [identity].flat().map((headers) => ({ ...headers, 'accept-encoding': 'identity' }));
  const task = sequentialCalls(url, paths, people);
  await runFor(WARM_SECONDS, lanes, task);
  return runFor(seconds, lanes, task);
};

/** Measures both in turn under each load; prints a table row for each. */
export async function compare(name: string, pairs: Pair[], ask = onKeptConnections): Promise<void> {
  process.stdout.write(
    `\n| call | at once | Seri per second | p50 ms | p99 ms | ${name} per second | p50 ms | p99 ms | times |\n|${' --- |'.repeat(9)}\n`,
  );
  for (const { call, ours, theirs } of pairs)
    for (const lanes of CONCURRENCY) {
      const load = { lanes, seconds: SECONDS };
      const [us, them] = [await ask(ours, load), await ask(theirs, load)];
      const times = (us.perSecond / them.perSecond).toFixed(1);
      process.stdout.write(`| ${[call, lanes, ...cells(us), ...cells(them), times].join(' | ')} |\n`);
    }
}

const cells = ({ perSecond, p50Ms, p99Ms, errors }: Figures): string[] => [
  `${perSecond.toFixed(0)}${errors ? ` (${errors} errors)` : ''}`,
  p50Ms.toFixed(0),
  p99Ms.toFixed(0),
];

/** Lots of a busy model run every few seconds: between two requests the first may be gone. */
const TRIES = 5;

/** Checks that both sides return the same lots before their times are compared. */
export async function expectSameRows(pairNow: () => Pair): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const { call, ours, theirs } = pairNow();
    const [us, them] = await Promise.all([ours, theirs].map(answerOf));
    const ourIds = (us as { carsList: { id: string }[] }).carsList.map(({ id }) => id);
    const theirIds = (them as { data: { id: string | number }[] }).data.map(({ id }) => String(id));
    if (ourIds.length > 0 && ourIds.join() === theirIds.join()) return;
    if (left === 1) throw new Error(`${call}: not the same lots, ${ourIds} and ${theirIds}`);
  }
}

async function answerOf({ url, paths, identity }: Side): Promise<unknown> {
  const reply = await fetch(new URL(paths[0] ?? '', url), { headers: [identity].flat()[0] ?? {} });
  if (!reply.ok) throw new Error(`${paths[0]} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
