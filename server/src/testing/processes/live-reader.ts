import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEventName, LiveIds } from '@seri/contract/events/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Person } from '../http/people.ts';

export interface ReceivedEvent extends LiveIds {
  event: LiveEventName;
}

export interface LiveReader {
  status: number;
  headers: IncomingMessage['headers'];
  /** All events so far. */
  received: ReceivedEvent[];
  /** Resolves with the next unread event; rejects when the stream ends before it. */
  next(): Promise<ReceivedEvent>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  lastEventId(): string | undefined;
  close(): void;
}

/** Opens the event stream as a browser does; resolves once the server has answered and, for a stream, sent its first event. */
export async function readLive(
  app: FastifyInstance,
  person: Person | null,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<LiveReader> {
  const { port } = app.server.address() as AddressInfo;
  const outgoing = request({
    port,
    path: `/v1/events/stream${query}`,
    headers: { accept: 'text/event-stream', ...(person ? { cookie: person.cookie } : {}), ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on('response', resolve).on('error', reject),
  );
  outgoing.end();
  const response = await answered;

  const received: ReceivedEvent[] = [];
  let readCount = 0;
  let lastEventId: string | undefined;
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const change = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
      lastEventId = fields.get('id') ?? lastEventId;
      if (fields.get('event') === 'beat') continue;
      received.push({ event: fields.get('event') as LiveEventName, ...JSON.parse(fields.get('data') ?? '{}') });
    }
    change();
  });
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      isOver = true;
      resolve();
      change();
    });
  });
  outgoing.on('error', () => {});
  if (response.statusCode === 200) while (lastEventId === undefined && !isOver) await wake.promise;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    received,
    next: async () => {
      for (;;) {
        const event = received[readCount];
        if (event) {
          readCount += 1;
          return event;
        }
        if (isOver) throw new Error('the stream ended');
        await wake.promise;
      }
    },
    ended,
    lastEventId: () => lastEventId,
    close: () => outgoing.destroy(),
  };
}
