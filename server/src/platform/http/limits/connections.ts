import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_SENTENCES } from '@seri/contract/error-sentences.ts';
import type { ErrorCode, Refusal } from '@seri/contract/errors.ts';
import { STATUS_OF } from '@seri/contract/errors.ts';

import { networkOf } from './network.ts';

export interface ConnectionLimits {
  /** From the first byte of a connection, or the end of the previous reply, to the end of the request's head. */
  headersMs: number;
  /** To the end of the request's body. */
  requestMs: number;
  /** Time without a byte in either direction. */
  idleMs: number;
  /** Interval between checks for connections over their limits. */
  checkEveryMs: number;
  /** Open connections of one network; with trusted proxies in front, the proxies limit them. */
  maxPerNetwork: number;
}

/** A slow phone uploads a document of 10 MB within two minutes; event streams send heartbeats far more often than that. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 120_000,
  idleMs: 120_000,
  checkEveryMs: 5_000,
  maxPerNetwork: 512,
};

const RETRY_SECONDS = 10;

/**
 * Refuses further connections of a network that has too many. Event streams count too. Behind a trusted proxy every
 * connection comes from the proxy, so its own limits apply.
 */
export function limitConnections(
  server: Server,
  { maxPerNetwork, hasProxy }: Pick<ConnectionLimits, 'maxPerNetwork'> & { hasProxy: boolean },
): void {
  if (hasProxy) return;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > maxPerNetwork) {
      refuse(socket, 'TooManyRequests', RETRY_SECONDS);
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Answers errors and timeouts of Node's parser, which occur before a request exists, in the format of all other errors. */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  refuse(socket, codeOf(error.code));
}

function codeOf(code: string | undefined): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'Request.Timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'Request.TooLarge' : 'Request.Invalid';
}

function refuse(socket: Socket, code: ErrorCode, retryAfterSeconds?: number): void {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body: Refusal = {
    success: false,
    error: ERROR_SENTENCES[code],
    messageCode: code,
    ...(retryAfterSeconds === undefined ? {} : { details: { seconds: retryAfterSeconds } }),
    requestId: randomUUID(),
  };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${STATUS_OF[code] ?? 400} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
