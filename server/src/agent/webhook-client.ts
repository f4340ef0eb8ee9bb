import { type AgentAnswer, type AgentOrder, agentAnswer } from '@seri/contract/agent/orders.ts';
import { signedHeaders } from '../platform/calls/sign-call.ts';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 16 * 1024;

export interface AgentAddress {
  url: string;
  secret: string;
}

/** Sends one order to the agent. Throws for any reply outside the agreed form, so that the order is sent again. */
export type SendOrder = (order: AgentOrder) => Promise<AgentAnswer>;

/** Sends orders as signed HTTP calls: the receiver checks `sha256=HMAC(secret, timestamp.body)` and detects repeats by the order key. */
export function webhookClient({ url, secret }: AgentAddress): SendOrder {
  return async (order) => {
    const body = JSON.stringify(order);
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: signedHeaders(secret, body, order.orderKey),
    });
    const text = await readLimited(response);
    if (!response.ok) throw new Error(`the agent answered ${response.status}`);
    return readAnswer(text, order);
  };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES) throw new Error('the reply of the agent is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(text: string, order: AgentOrder): AgentAnswer {
  const parsed = agentAnswer.safeParse(parseJson(text));
  if (!parsed.success) throw new Error('the reply of the agent has an unknown form');
  if (parsed.data.orderKey !== order.orderKey) throw new Error('the reply of the agent is for another order');
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
