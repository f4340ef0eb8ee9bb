import type { BodyOf, QueryOf, ReplyOf, RouteSpec, ServiceAccess } from '@seri/contract/http.ts';
import { cleanTexts } from '@seri/contract/text.ts';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { ServiceCaller } from '../calls/actor.ts';
import type { CurrentUser } from '../calls/current-user.ts';
import { ApiError } from '../calls/errors.ts';
import { ensureAccess, ensureService, isForPrograms } from './access.ts';
import { isNotModified } from './etag.ts';
import { invalidBody, invalidRequest, unstorableText } from './invalid.ts';
import type {} from './request-types.ts';

type ViewerFor<A> = A extends 'public' ? CurrentUser | null : A extends ServiceAccess ? null : CurrentUser;
type ServiceFor<A> = A extends ServiceAccess ? ServiceCaller : null;

export interface RouteContext<S extends RouteSpec> {
  query: QueryOf<S>;
  body: BodyOf<S>;
  currentUser: ViewerFor<S['access']>;
  /** The calling program, on routes that require a service token. */
  service: ServiceFor<S['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returned by a handler that writes to the connection itself (`openEventStream`). */
export const HIJACKED = Symbol('taken over');

/** Identifies an idempotent call: the same key, call and body get the same reply (business-rules.md#idempotency). */
export interface IdempotencyKey {
  /** For a program: minus the id of its token. */
  userId: number;
  call: string;
  key: string;
  body: unknown;
}

/**
 * Registers one call of the contract: access, validation, handler, serialisation. Fields that the reply schema lacks
 * are removed.
 */
export function registerRoute<const S extends RouteSpec>(
  app: FastifyInstance,
  spec: S,
  handler: (call: RouteContext<S>) => Promise<ReplyOf<S> | typeof HIJACKED>,
): void {
  const serialise = serialiser(spec, app.strictReplies);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const currentUser = ensureAccess(spec, request.currentUser);
    const service = isForPrograms(spec.access) ? ensureService(spec.access, request.service) : null;
    const query = spec.query ? parse(spec.query, request.query ?? {}, invalidRequest) : undefined;
    const body = spec.body ? parse(spec.body, request.body, invalidBody) : undefined;
    const answered = await handler({ query, body, currentUser, service, request, reply } as RouteContext<S>);
    if (answered === HIJACKED) return reply;
    const text = serialise(answered);
    // The service worker keeps answers by account.
    if (spec.method === 'GET' && request.currentUser)
      reply.header('signed-in-account', String(request.currentUser.userId));
    if (spec.etag && isNotModified(request, reply, text)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    // The text is returned, not sent here: for a promise of a reply, the framework would listen for the end of its stream.
    return text;
  };
  for (const url of [spec.path, ...(spec.aliases ?? [])])
    app.route({
      method: spec.method,
      url,
      config: { spec },
      ...(spec.largestBodyBytes ? { bodyLimit: spec.largestBodyBytes } : {}),
      handler: (request, reply) =>
        answer(request, reply).catch((error: unknown) => {
          throw spec.messageNames ? withMessage(error, spec.messageNames) : error;
        }),
    });
}

/** Adds the field codes under the older names of the call (business-rules.md#sign-up-fields). */
function withMessage(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error;
  const named = Object.entries(error.fields).flatMap(([field, [code = '']]) => {
    const name = names[field];
    return name ? [[name, code] as const] : [];
  });
  error.wireMessage = Object.fromEntries(named);
  return error;
}

function parse(schema: z.ZodMiniType, value: unknown, refuse: (issues: z.core.$ZodIssue[]) => Error): unknown {
  // The issues need the input to distinguish a missing field from a wrong one.
  const parsed = schema.safeParse(cleanTexts(value), { reportInput: true });
  if (!parsed.success) throw refuse(parsed.error.issues);
  const unkept = unstorableText(parsed.data);
  if (unkept) throw refuse([unkept]);
  return parsed.data;
}

type Serialise = (answer: unknown) => string;

/** Production uses a compiled serialiser; tests parse with the contract itself, so that a wrong reply fails. */
function serialiser(spec: RouteSpec, strict: boolean): Serialise {
  if (strict) return (answer) => JSON.stringify(spec.reply.parse(answer));
  // At the first reply: compiling those of all calls took a quarter of the start of each process.
  let compiled: Serialise | undefined;
  return (answer) => {
    compiled ??= compileSerialiser(spec);
    return compiled(answer);
  };
}

/** Returns a function that writes replies of a call as JSON. Throws for a schema that cannot be written so. */
export const compileSerialiser = (spec: RouteSpec): Serialise =>
  fastJson(z.toJSONSchema(spec.reply, { target: 'draft-7', io: 'output' }) as fastJson.Schema);

/** Returns the idempotency key of a request, or null when it has none. */
export function idempotencyKey(request: FastifyRequest, caller: CurrentUser | ServiceCaller): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) throw invalidRequest([]);
  const userId = 'tokenId' in caller ? -caller.tokenId : caller.userId;
  return { userId, call: `${request.method} ${request.routeOptions.url}`, key, body: request.body };
}

/**
 * The parts of a command that come from its request: idempotency key, request id, and the version in the optional
 * If-Match header, with or without quotes (business-rules.md#replacing-a-bid). Throws Request.Invalid.
 */
export const commandOf = ({ request, currentUser }: { request: FastifyRequest; currentUser: CurrentUser }) => ({
  ifMatch: versionOf(request),
  repeat: idempotencyKey(request, currentUser),
  requestId: request.id,
});

function versionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw invalidRequest([]);
  return Number(version);
}
