import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AgentOrder, agentOrder } from '@seri/contract/agent/orders.ts';
import type { OrderBook, SaleTimes } from './order-book.ts';

const LARGEST_BODY = 16 * 1024;

interface Webhook {
  secret: string;
  book: OrderBook;
  /** The lot of an order, or null when it is unknown. */
  findLot: (order: AgentOrder) => SaleTimes | null;
}

interface Reply {
  status: number;
  body: object;
}

/** `POST /orders` accepts signed orders, `GET /orders.json` lists those that had an effect. Does not listen yet. */
export function createWebhook(webhook: Webhook): Server {
  return createServer((request, response) => {
    answer(request, webhook).then(
      (reply) => send(response, reply),
      () => send(response, { status: 500, body: { error: 'the order could not be kept' } }),
    );
  });
}

async function answer(request: IncomingMessage, webhook: Webhook): Promise<Reply> {
  if (request.method === 'GET' && request.url === '/orders.json')
    return { status: 200, body: { orders: webhook.book.effects() } };
  if (request.method !== 'POST' || request.url !== '/orders') return { status: 404, body: { error: 'not found' } };
  const body = await readBody(request);
  if (body === null) return { status: 413, body: { error: 'too large' } };
  const nowMs = Date.now();
  const [timestamp, signature] = [headerOf(request, 'x-seri-timestamp'), headerOf(request, 'x-seri-signature')];
  if (!isSigned({ secret: webhook.secret, timestamp, signature, body }, nowMs))
    return { status: 401, body: { error: 'wrong signature' } };
  const order = readOrder(body);
  if (!order || headerOf(request, 'idempotency-key') !== order.orderKey)
    return { status: 400, body: { error: 'not an order' } };
  return { status: 200, body: await webhook.book.receive(order, webhook.findLot(order), nowMs) };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readOrder(body: string): AgentOrder | null {
  try {
    const parsed = agentOrder.safeParse(JSON.parse(body));
    return parsed.success && parsed.data.orderKey === `${parsed.data.lotId}:${parsed.data.version}`
      ? parsed.data
      : null;
  } catch {
    return null;
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    connection: status === 413 ? 'close' : 'keep-alive',
  });
  response.end(JSON.stringify(body));
}

const OLDEST_MS = 5 * 60_000;

interface Signed {
  secret: string;
  /** Seconds since 1970, as sent. */
  timestamp: string;
  body: string;
  signature: string;
}

/** Whether the signature is `sha256=<hex HMAC(secret, timestamp.body)>` and the timestamp within five minutes. */
function isSigned({ secret, timestamp, body, signature }: Signed, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1_000) > OLDEST_MS) return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
