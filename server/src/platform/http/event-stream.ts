import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** True for a GET that accepts an event stream. */
export const acceptsEventStream = (request: FastifyRequest): boolean =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/event-stream');

/**
 * Takes over the connection of the reply and writes the head of an event stream. It uses no chunked encoding, so the
 * same bytes can be written to every connection until it closes. Returns null when the client has disconnected.
 */
export function openEventStream(reply: FastifyReply): Socket | null {
  reply.hijack();
  const response = reply.raw;
  // These listeners would retain request and reply for the lifetime of the connection.
  response.removeAllListeners('finish');
  response.removeAllListeners('error');
  response.on('error', ignore);
  response.removeHeader('transfer-encoding');
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Stops nginx from buffering the stream.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  return response.socket;
}

// Every broken connection also emits close, which is handled.
const ignore = () => {};
