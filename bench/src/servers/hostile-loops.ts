// Forty parallel loops of one client against a server on this machine, in their own process and for a limited time.
import { Agent, request } from 'node:http';

export interface ToLoops {
  url: string;
  paths: string[];
  headers: Record<string, string>;
  loops: number;
  /** They end after this time even without a message. */
  seconds: number;
}

export interface FromLoops {
  answered: number;
  good: number;
}

const LOOPBACK = '127.0.0.1';
/** Prevents a busy loop when connecting fails. */
const AFTER_FAILURE_MS = 50;

process.on('message', (order: ToLoops | 'end') => {
  if (order === 'end') isOver = true;
  else void run(order);
});
process.once('disconnect', () => process.exit(0));

let isOver = false;

async function run({ url, paths, headers, loops, seconds }: ToLoops): Promise<void> {
  const { hostname, port } = new URL(url);
  if (hostname !== LOOPBACK) throw new Error('a load is only for a server on this machine');
  const agent = new Agent({ keepAlive: true, maxSockets: loops });
  const endsAtMs = performance.now() + seconds * 1_000;
  const counts: FromLoops = { answered: 0, good: 0 };
  let turn = 0;
  const once = (path: string) =>
    new Promise<void>((resolve) => {
      const sent = request({ agent, host: hostname, port, path, headers }, (reply) => {
        counts.answered += 1;
        if (reply.statusCode === 200) counts.good += 1;
        reply.resume().once('close', resolve);
      });
      sent.once('error', () => setTimeout(resolve, AFTER_FAILURE_MS));
      sent.end();
    });
  const loop = async () => {
    while (!isOver && performance.now() < endsAtMs) await once(paths[turn++ % paths.length] ?? '/');
  };
  await Promise.all(Array.from({ length: loops }, loop));
  process.send?.(counts);
}
