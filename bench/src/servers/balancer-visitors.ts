import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Differs from the balancer's own, to check which of them a server treats as the visitor's. */
export const VISITOR_ADDRESS = '127.0.0.7';
const AGAIN_AFTER_MS = 300;
const TIMEOUT_MS = 30_000;

/** Browsers of a portal behind a balancer: they never retry. */
export function visitorsOf(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const open = ({ method, path, cookie, body, headers }: Call, kept: Agent | false): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asked = request({
        ...{ host: '127.0.0.1', port, method, path, agent: kept, localAddress: VISITOR_ADDRESS, timeout: TIMEOUT_MS },
        rejectUnauthorized: false,
        headers: {
          host: 'portal.example',
          cookie,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      });
      asked.on('response', resolve).on('error', reject);
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      asked.end(body ? JSON.stringify(body) : undefined);
    });
  return {
    call: async (call: Call): Promise<number> => {
      const response = await open(call, agent);
      for await (const _ of response);
      return response.statusCode ?? 0;
    },
    /** Listens to the events until the end, on a new stream whenever one ends. */
    listen: (cookie: string) => {
      const heard = { events: 0, streams: 0, isOver: false };
      const live = async () => {
        let after = '';
        while (!heard.isOver) {
          const path = `/v1/events/stream${after && `?after=${after}`}`;
          const response = await open({ method: 'GET', path, cookie, headers: { accept: 'text/event-stream' } }, false);
          if (response.statusCode === 200) heard.streams++;
          for await (const part of response.setEncoding('utf8')) {
            heard.events += String(part).split('event: bid').length - 1;
            after = /id: (\S+)/.exec(String(part))?.[1] ?? after;
            if (heard.isOver) response.destroy();
          }
        }
      };
      const listening = (async () => {
        while (!heard.isOver) {
          await live().catch(() => {});
          await wait(AGAIN_AFTER_MS);
        }
      })();
      return { heard, listening };
    },
    close: () => agent.destroy(),
  };
}
