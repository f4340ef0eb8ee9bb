import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Seeded } from '../../platform/db/seeded.ts';

interface Target {
  host: string;
  port: number;
}

export interface Faults {
  /** Share of new connections that are cut and that are delayed, each 0 to 1. */
  cut: number;
  slow: number;
}

export interface FaultProxy {
  port: number;
  /** Targets of new connections, in rotation; existing connections stay. */
  targets: Target[];
  faults: Faults;
  counted: { connections: number; cut: number; delayed: number };
  /** Drops all bytes without closing, as when a cable is unplugged. */
  isSilent: boolean;
  /** Cuts all existing connections. */
  drop(): void;
  close(): Promise<void>;
}

/** Within the greeting, a call, a reply, or the statement of a bid. */
const LATEST_CUT_BYTES = [100, 600, 1_500, 8_000];
const MAX_DELAY_MS = 200;
const SILENT_FOR_MS = 20;

/**
 * A proxy that forwards connections to several targets in rotation. On request it delays them and cuts them at random
 * bytes, in either direction.
 */
export async function faultProxy(targets: Target[], chance: Seeded): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const counted = { connections: 0, cut: 0, delayed: 0 };
  const server = createServer((near) => {
    const target = proxy.targets[counted.connections++ % proxy.targets.length];
    if (!target) return void near.destroy();
    const far = connect(target);
    const both = [near, far];
    const cut = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    const line = planOf(proxy, chance, cut);
    carry(near, far, line);
    carry(far, near, line);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: FaultProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    targets,
    faults: { cut: 0, slow: 0 },
    counted,
    isSilent: false,
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      proxy.drop();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

interface Line {
  delayMs(): number;
  isSilent(): boolean;
  /** Returns how many of these bytes pass, and whether the connection is cut after them. */
  passes(bytes: number): { bytes: number; isCut: boolean };
  cut(): void;
}

function planOf(proxy: FaultProxy, chance: Seeded, cut: () => void): Line {
  const { faults, counted } = proxy;
  const isSlow = chance.chance(faults.slow);
  let left = chance.chance(faults.cut) ? chance.whole(0, chance.pick(LATEST_CUT_BYTES)) : Number.POSITIVE_INFINITY;
  if (isSlow) counted.delayed++;
  return {
    isSilent: () => proxy.isSilent,
    delayMs: () => (isSlow ? chance.between(0, MAX_DELAY_MS) : 0),
    passes: (bytes) => {
      const passing = Math.min(bytes, left);
      left -= bytes;
      return { bytes: passing, isCut: left <= 0 };
    },
    cut: () => {
      counted.cut++;
      cut();
    },
  };
}

/** Forwards chunks in order; after a cut, pending bytes are dropped. */
function carry(from: Socket, to: Socket, line: Line): void {
  let before = Promise.resolve();
  from.on('data', (chunk: Buffer) => {
    const { bytes, isCut } = line.passes(chunk.length);
    from.pause();
    before = before.then(async () => {
      const ms = line.delayMs();
      if (ms > 0) await wait(ms);
      while (line.isSilent() && !to.destroyed) await wait(SILENT_FOR_MS);
      if (bytes > 0) to.write(chunk.subarray(0, bytes));
      if (isCut) line.cut();
      else from.resume();
    });
  });
  from.on('end', () => void before.then(() => to.end()));
}

/** Returns the TCP address of an embedded PostgreSQL, whose URL names its socket. */
export const targetOf = (url: string): Target => ({ host: '127.0.0.1', port: Number(new URL(url).port) });

/** Returns the URL of the same database through a proxy. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return through.href;
}
