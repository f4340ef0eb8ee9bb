import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  at: number;
}

/** A scripted reply; `silent` never answers. */
export type FakeReply = { status: number; headers?: Record<string, string>; body?: object } | 'silent';

export interface FakeService {
  url: string;
  requests: FakeRequest[];
  /** Replies in order; afterwards `usual` answers. */
  script: FakeReply[];
  usual: (request: FakeRequest) => FakeReply | Promise<FakeReply>;
  close(): Promise<void>;
}

/** An HTTP server on this machine in place of a push service or messenger. */
export async function startFakeService(usual: FakeService['usual'] = () => ({ status: 201 })): Promise<FakeService> {
  const requests: FakeRequest[] = [];
  const script: FakeReply[] = [];
  const fake = { requests, script, usual } as unknown as FakeService;
  const server: Server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = message;
    const request = { method, path, headers, body: Buffer.concat(chunks), at: performance.now() };
    requests.push(request);
    const reply = script.shift() ?? (await fake.usual(request));
    if (reply === 'silent') return;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ? JSON.stringify(reply.body) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return fake;
}

/** JSON of a request; empty for other bodies. */
export function jsonOf({ body }: FakeRequest): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}
