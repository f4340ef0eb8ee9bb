import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AgentAnswer, AgentOrder } from '@seri/contract/agent/orders.ts';

/** The agent's behaviour for one call; `lies` answers for another order. */
export type Mood =
  | 'takes'
  | 'takes it and cuts the line'
  | 'takes it and says nothing'
  | 'is slow'
  | 'answers twice'
  | 'fails'
  | 'says nothing'
  | 'talks nonsense'
  | 'lies'
  | 'refuses'
  | 'is too late';

/** Shorter than the portal's timeout. */
const SLOW_MS = 3_000;

export interface FakeAgent {
  url: string;
  secret: string;
  /** Behaviour for the next calls, one each; afterwards all are accepted. */
  moods: Mood[];
  calls: { order: AgentOrder; idempotencyKey: string | undefined; signed: boolean }[];
  /** The real effects at the auction house, in order: a repeated key has no second effect. */
  effects: AgentOrder[];
  effectsOn(lotId: number): { version: number; kind: string; maxYen: number }[];
  /** Resolves with the next call, before it is answered. */
  nextCall(): Promise<void>;
  close(): Promise<void>;
}

/** An auction agent on a port of its own that follows the protocol, except for its moods. */
export async function fakeAgent(secret = 'between us two and nobody else'): Promise<FakeAgent> {
  const moods: Mood[] = [];
  const calls: FakeAgent['calls'] = [];
  const effects: AgentOrder[] = [];
  const answers = new Map<string, AgentAnswer>();
  let waiting: (() => void)[] = [];

  const take = (order: AgentOrder): AgentAnswer => {
    const known = answers.get(order.orderKey);
    if (known) return known;
    const newest = effects.findLast((effect) => effect.lotId === order.lotId);
    const accepted = !newest || newest.version < order.version;
    const answer = { orderKey: order.orderKey, accepted, ...(accepted ? {} : { reason: 'stale' }) };
    if (accepted) effects.push(order);
    answers.set(order.orderKey, answer);
    return answer;
  };

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const order = JSON.parse(body) as AgentOrder;
    const key = request.headers['idempotency-key'];
    calls.push({ order, idempotencyKey: String(key), signed: isSigned(request, body, secret) });
    const mood = moods.shift() ?? 'takes';
    for (const resolve of waiting.splice(0)) resolve();
    behave(mood, order, take, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/orders`,
    secret,
    moods,
    calls,
    effects,
    effectsOn: (lotId) =>
      effects
        .filter((effect) => effect.lotId === String(lotId))
        .map(({ version, kind, maxYen }) => ({ version, kind, maxYen })),
    nextCall: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function behave(
  mood: Mood,
  order: AgentOrder,
  take: (order: AgentOrder) => AgentAnswer,
  response: ServerResponse,
): void {
  const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
  switch (mood) {
    case 'takes':
      return void answer(200, take(order));
    case 'takes it and cuts the line':
      take(order);
      return void response.destroy();
    case 'takes it and says nothing':
      take(order);
      return;
    case 'is slow':
      return void setTimeout(() => answer(200, take(order)), SLOW_MS);
    case 'answers twice': {
      const text = JSON.stringify(take(order));
      const reply = `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
      return void response.socket?.write(reply + reply);
    }
    case 'fails':
      return void answer(500, { error: 'out of order' });
    case 'says nothing':
      return;
    case 'talks nonsense':
      return void response.writeHead(200).end('<html>');
    case 'lies':
      return void answer(200, { accepted: true, orderKey: '1:1' });
    case 'refuses':
      return void answer(200, { accepted: false, orderKey: order.orderKey, reason: 'no such lot' });
    case 'is too late':
      return void answer(200, { accepted: false, orderKey: order.orderKey, reason: 'late' });
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

function isSigned(request: IncomingMessage, body: string, secret: string): boolean {
  const { 'x-seri-timestamp': timestamp, 'x-seri-signature': signature } = request.headers;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const isFresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 60;
  return isFresh && signature === `sha256=${expected}`;
}
