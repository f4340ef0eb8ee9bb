import type { BodyOf, QueryOf, ReplyOf, RouteSpec } from '@seri/contract/http.ts';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Viewer } from '../viewer.ts';
import { ensureAccess } from './access.ts';
import { invalidBody, invalidRequest } from './invalid.ts';
import type {} from './request-types.ts';

type ViewerOf<S extends RouteSpec> = S['access'] extends 'public' ? Viewer | null : Viewer;

export interface Call<S extends RouteSpec> {
  query: QueryOf<S>;
  body: BodyOf<S>;
  viewer: ViewerOf<S>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What the caller asked to be repeat-safe: same key, call and body give the same answer (decisions 13). */
export interface RepeatKey {
  userId: number;
  call: string;
  key: string;
  body: unknown;
}

/** Answers one call of the contract: access, validation, handler, serialising; a field the reply does not list cannot leak. */
export function serve<const S extends RouteSpec>(
  app: FastifyInstance,
  spec: S,
  handler: (call: Call<S>) => Promise<ReplyOf<S>>,
): void {
  const serialise = serialiser(spec, app.strictReplies);
  app.route({
    method: spec.method,
    url: spec.path,
    config: { spec },
    handler: async (request, reply) => {
      const viewer = ensureAccess(spec.access, request.viewer);
      const query = spec.query ? parse(spec.query, request.query ?? {}, invalidRequest) : undefined;
      const body = spec.body ? parse(spec.body, request.body, invalidBody) : undefined;
      const answer = await handler({ query, body, viewer, request, reply } as Call<S>);
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(serialise(answer));
    },
  });
}

function parse(schema: z.ZodMiniType, value: unknown, refuse: (issues: z.core.$ZodIssue[]) => Error): unknown {
  // The issues tell a missing field from a wrong one by what was there.
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw refuse(parsed.error.issues);
  return parsed.data;
}

/** Fast by schema in production; in tests the contract itself parses, so a wrong reply fails loudly. */
function serialiser(spec: RouteSpec, strict: boolean): (answer: unknown) => string {
  if (strict) return (answer) => JSON.stringify(spec.reply.parse(answer));
  return fastJson(z.toJSONSchema(spec.reply, { target: 'draft-7', io: 'output' }) as fastJson.Schema);
}

/** The repeat key of a request, or null when the caller sent none. */
export function repeatKey(request: FastifyRequest, viewer: Viewer): RepeatKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) throw invalidRequest([]);
  return { userId: viewer.userId, call: `${request.method} ${request.routeOptions.url}`, key, body: request.body };
}
