import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../calls/errors.ts';
import { subjectOf } from './budgets.ts';
import { costOf, isCostlyRoute } from './gate.ts';

/** Another process of this portal that renders documents, pages and pictures (costly-main.ts). */
export interface CostlyProcess {
  /** Returns the socket when the process accepts requests; null when it does not start in time. */
  socketPath(): Promise<string | null>;
}

const RETRY_SECONDS = 5;
/** Files are streamed while they are read: a slow client keeps one open for long, at the cost of one connection. */
const MAX_FILES_PER_SUBJECT = 3;
const MAX_FILES = 64;
/** Headers that belong to one connection, or that the HTTP agent writes itself. */
const HOP_BY_HOP_HEADERS = [
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'trailer'],
  // Forwarded requests have no body.
  ...['content-length', 'expect'],
];

/** Forwards requests for costly replies to the process that makes them, after budget and lanes have been applied here. */
export function forwardCostly(app: FastifyInstance, apart: CostlyProcess): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const openFiles = new Map<string, number>();
  app.addHook('onRoute', (route) => {
    if (isCostlyRoute(route.config ?? {}))
      route.handler = async (request: FastifyRequest, reply: FastifyReply) => forward(request, reply);
  });
  app.addHook('onClose', async () => agent.destroy());

  async function forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const socketPath = await apart.socketPath();
    if (!socketPath) throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const answer = await sendRequest(request, reply, { socketPath, agent });
    reply.code(answer.statusCode ?? 502);
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !HOP_BY_HOP_HEADERS.includes(name)) reply.header(name, value);
    if (costOf(request.routeOptions.config).budget !== 'file' || answer.headers['content-length'] !== undefined) {
      const bytes = await buffer(answer).catch(() => {
        throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
      });
      // The reply is complete, so a slow client no longer occupies a place in the lane.
      request.endTurn?.();
      return reply.header('content-length', answer.headers['content-length'] ?? bytes.length).send(bytes);
    }
    holdOpen(request, reply, answer);
    request.endTurn?.();
    return reply.send(answer);
  }

  /** Throws 429 or 503 when too many files are open at the same time. */
  function holdOpen(request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage): void {
    const { currentUser, service, ip: address } = request;
    const subject = subjectOf({ currentUser, service, address });
    const count = (openFiles.get(subject) ?? 0) + 1;
    const all = [...openFiles.values()].reduce((sum, one) => sum + one, 0);
    if (count > MAX_FILES_PER_SUBJECT || all >= MAX_FILES) {
      answer.destroy();
      for (const name of Object.keys(answer.headers)) if (!COMMON_HEADERS.includes(name)) reply.removeHeader(name);
      const code = count > MAX_FILES_PER_SUBJECT ? 'TooManyRequests' : 'Busy';
      throw new ApiError(code, { retryAfterSeconds: RETRY_SECONDS, details: { seconds: RETRY_SECONDS } });
    }
    openFiles.set(subject, count);
    reply.raw.once('close', () => {
      const left = (openFiles.get(subject) ?? 1) - 1;
      if (left > 0) openFiles.set(subject, left);
      else openFiles.delete(subject);
    });
  }
}

/** Headers of every reply, errors included. */
const COMMON_HEADERS = ['x-request-id', 'x-content-type-options', 'content-security-policy'];

interface Target {
  socketPath: string;
  agent: Agent;
}

/** Resolves with the head of the reply; its body may still be arriving. */
function sendRequest(request: FastifyRequest, reply: FastifyReply, target: Target): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = requestFor(request, target);
    const leave = () => sent.destroy();
    // Cancel the work when the client disconnects.
    reply.raw.once('close', leave);
    sent.once('response', resolve);
    sent.once('error', () => reject(new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS })));
    sent.end();
  });
}

/** Node sends shorter addresses and fewer header characters than it accepts. */
function requestFor(request: FastifyRequest, target: Target): ClientRequest {
  try {
    return httpRequest({ ...target, method: request.method, path: request.url, headers: forwardedHeaders(request) });
  } catch {
    throw new ApiError('Request.Invalid');
  }
}

function forwardedHeaders(request: FastifyRequest): IncomingHttpHeaders {
  const headers = Object.entries(request.headers).filter(
    ([name]) => !HOP_BY_HOP_HEADERS.includes(name) && !name.startsWith('x-forwarded-') && name !== 'forwarded',
  );
  return {
    ...Object.fromEntries(headers),
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}
