import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const wantsStream = (request: FastifyRequest): boolean =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/event-stream');

/**
 * Takes the connection out of the reply and writes the head of a stream of events. No chunks: the same bytes go to every
 * connection as they are, until it is closed. Null when the other side has gone.
 */
export function openEventStream(reply: FastifyReply): Socket | null {
  reply.hijack();
  const response = reply.raw;
  // They hold request and reply for as long as the connection lives.
  response.removeAllListeners('finish');
  response.removeAllListeners('error');
  response.on('error', ignore);
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Of nginx, which else collects what should arrive at once.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  return response.socket;
}

// A connection that breaks closes, and that is heard of.
const ignore = () => {};
