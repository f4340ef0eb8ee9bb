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
import { costOf, isMadeApart } from './gate.ts';

/** Another process of this portal that makes documents, pages and pictures (costly-main.ts). */
export interface Apart {
  /** Its socket, as soon as it answers; null while it does not come up in time. */
  socketPath(): Promise<string | null>;
}

const RETRY_SECONDS = 5;
/** Lists as files are sent while they are read: a slow reader keeps one open for long, at no cost but its connection. */
const FILES_OF_ONE = 3;
const MAX_FILES = 64;
/** Belong to one connection, or are written afresh on the other side. */
const OF_A_CONNECTION = [
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'trailer'],
  // What is forwarded has no body.
  ...['content-length', 'expect'],
];

/** Routes with costly answers are forwarded, after they were counted and had their turn, to the process that makes them. */
export function forwardCostly(app: FastifyInstance, apart: Apart): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const openFiles = new Map<string, number>();
  app.addHook('onRoute', (route) => {
    if (isMadeApart(route.config ?? {}))
      route.handler = async (request: FastifyRequest, reply: FastifyReply) => forward(request, reply);
  });
  app.addHook('onClose', async () => agent.destroy());

  async function forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const socketPath = await apart.socketPath();
    if (!socketPath) throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
    const answer = await ask(request, reply, { socketPath, agent });
    reply.code(answer.statusCode ?? 502);
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !OF_A_CONNECTION.includes(name)) reply.header(name, value);
    if (costOf(request.routeOptions.config).budget !== 'file' || answer.headers['content-length'] !== undefined) {
      const bytes = await buffer(answer).catch(() => {
        throw new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS });
      });
      // Made: how slowly it is read is nobody else's concern.
      request.endTurn?.();
      return reply.header('content-length', answer.headers['content-length'] ?? bytes.length).send(bytes);
    }
    holdOpen(request, reply, answer);
    request.endTurn?.();
    return reply.send(answer);
  }

  /** Refuses one file too many that is open at the same time. */
  function holdOpen(request: FastifyRequest, reply: FastifyReply, answer: IncomingMessage): void {
    const { currentUser, service, ip: address } = request;
    const subject = subjectOf({ currentUser, service, address });
    const count = (openFiles.get(subject) ?? 0) + 1;
    const all = [...openFiles.values()].reduce((sum, one) => sum + one, 0);
    if (count > FILES_OF_ONE || all >= MAX_FILES) {
      answer.destroy();
      for (const name of Object.keys(answer.headers)) if (!OF_OURS.includes(name)) reply.removeHeader(name);
      const code = count > FILES_OF_ONE ? 'TooManyRequests' : 'Busy';
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

/** Said of every reply, refusals included. */
const OF_OURS = ['x-request-id', 'x-content-type-options', 'content-security-policy'];

interface Target {
  socketPath: string;
  agent: Agent;
}

/** The answer's head has come; its body is still on the way. */
function ask(request: FastifyRequest, reply: FastifyReply, target: Target): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = requestFor(request, target);
    const leave = () => sent.destroy();
    // Work nobody waits for any more is not done.
    reply.raw.once('close', leave);
    sent.once('response', resolve);
    sent.once('error', () => reject(new ApiError('Unavailable', { retryAfterSeconds: RETRY_SECONDS })));
    sent.end();
  });
}

/** Node sends fewer signs in an address or a header than it reads. */
function requestFor(request: FastifyRequest, target: Target): ClientRequest {
  try {
    return httpRequest({ ...target, method: request.method, path: request.url, headers: forwarded(request) });
  } catch {
    throw new ApiError('Request.Invalid');
  }
}

function forwarded(request: FastifyRequest): IncomingHttpHeaders {
  const kept = Object.entries(request.headers).filter(
    ([name]) => !OF_A_CONNECTION.includes(name) && !name.startsWith('x-forwarded-') && name !== 'forwarded',
  );
  return {
    ...Object.fromEntries(kept),
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}
