import { type ErrorCode, refusal, STATUS_OF } from '@seri/contract/errors.ts';
import type { Access, RouteSpec } from '@seri/contract/http.ts';
import * as z from 'zod/mini';
import { allCalls } from '../calls/calls.ts';
import { isForPrograms } from './access.ts';

/** Descriptions of the areas of the paths, printed above their calls in the document and in docs/reference/calls.md. */
export const AREAS: Record<string, string> = {
  agent: 'Order sheets and open bids of the auction agent, for managers',
  auction: 'The access code of a shared lot',
  auth: 'Sign-up, log-in, log-out, and the links of emails',
  'back-office': 'For programs of the provider, by a service token: docs/reference/back-office.md',
  bid: 'Bids of clients, and their processing by managers',
  'bike-stats': 'Sold motorcycles: listing, filter choices, one lot',
  bikes: 'Motorcycles at auction: listing, filter choices, one lot',
  'car-auction': 'Cars at auction: listing, filter choices, one lot',
  channels: 'Notices outside the portal: devices and messengers',
  clients: 'Clients, their limits and flags, for managers',
  costs: "The total of a lot at the reader's door, and what decides it",
  demo: 'Calls of the demonstration only',
  deposits: 'Bookings for clients by managers',
  events: 'Live events',
  favorite: 'Favorites of the signed-in user, and their groups',
  feed: 'Imports, names and pictures of the feeds, for managers',
  lots: "The reader's own marks on lots, and facts that managers correct",
  notifications: 'Notifications of the signed-in user, and the calendar of their bids',
  payments: 'Money of a client',
  'price-alarms': 'Sources whose sales do not count in prices, for managers',
  'price-record': 'How often price ranges and chances held',
  'purchased-cars': 'Purchases of a client',
  purchases: 'Purchases of all clients with documents and shipping, for managers',
  share: 'Shared lots, which need a code and no account',
  sheets: 'Auction sheets: review, corrections and contradictions, for managers',
  signup: 'Alias of the sign-up',
  site: 'The company, its lists and its clock',
  stats: 'Sold cars: listing, filter choices, one lot',
  stock: 'Cars at a fixed price: listing, filter choices, one lot',
  user: 'The signed-in user',
};

interface JsonSchema {
  properties?: Record<string, object>;
  required?: string[];
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** Returns the OpenAPI 3.1 document, generated from the contract alone; aliases are operations of their own. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  const calls = allCalls();
  for (const spec of calls)
    for (const path of [spec.path, ...(spec.aliases ?? [])])
      paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(spec, path) };
  const areas = [...new Set(Object.keys(paths).map(areaOf))].sort();
  return {
    openapi: '3.1.0',
    info: { title: 'Seri', version: '1', description: 'Buying vehicles at Japanese auctions. Money is integer yen.' },
    servers: [{ url: '/', description: 'The portal itself' }],
    tags: areas.map((name) => ({ name, description: AREAS[name] ?? name })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusal, 'output') },
      responses: Object.fromEntries(
        [...new Set(calls.flatMap(refusalsOf))].sort().map((code) => [code, refusedWith([code])]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-seri_access',
          description: 'Set by log-in; over plain http seri_access_<port>',
        },
        serviceToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Of a program of the provider: `npm run admin -- token create`',
        },
      },
    },
  };
}

/** `bid` of /v1/bid/create. */
export const areaOf = (path: string): string => path.split('/')[2] ?? '';

const securityOf = (access: Access) =>
  access === 'public' ? [] : isForPrograms(access) ? [{ serviceToken: [] }] : [{ session: [] }];

function operation(spec: RouteSpec, path: string) {
  const query: JsonSchema = spec.query ? schemaOf(spec.query, 'input') : {};
  return {
    summary: path === spec.path ? spec.summary : `Alias of ${spec.method} ${spec.path}`,
    description: `Access: ${accessText(spec.access)}.`,
    operationId: `${spec.method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [areaOf(path)],
    security: securityOf(spec.access),
    parameters: [
      ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query.required?.includes(name) ?? false,
        schema,
      })),
      ...(spec.repeatSafe
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
        : []),
      ...(spec.etag ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }] : []),
    ],
    ...(spec.body ? { requestBody: { required: true, ...json(schemaOf(spec.body, 'input')) } } : {}),
    responses: {
      200: { description: 'Done', content: { ...json(schemaOf(spec.reply, 'output')).content, ...streamOf(spec) } },
      ...(spec.etag ? { 304: { description: 'Nothing changed since the reply with this ETag' } } : {}),
      ...refusalsByStatus(spec),
    },
  };
}

const streamOf = ({ isStream }: RouteSpec) => (isStream ? { 'text/event-stream': { schema: { type: 'string' } } } : {});

function refusalsByStatus(spec: RouteSpec): Record<string, object> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of refusalsOf(spec)) {
    const status = STATUS_OF[code] ?? 409;
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : refusedWith(codes),
    ]),
  );
}

const refusedWith = (codes: ErrorCode[]) => ({
  description: codes.join(', '),
  ...json({ allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { messageCode: { enum: codes } } }] }),
});

/** Every error code of this call: its own, and those of its method, access and body. */
function refusalsOf({ method, changesState, access, body, errors = [], beforeSecondFactor }: RouteSpec): ErrorCode[] {
  const codes: ErrorCode[] = ['Request.Invalid', 'TooManyRequests', 'Internal', 'Unavailable'];
  if (method !== 'GET') codes.push('Request.CrossSite', 'Request.TooLarge');
  if (changesState) codes.push('Request.CrossSite');
  if (body) codes.push('Field.Required', 'Field.Invalid', 'Field.Unknown');
  if (typeof access === 'object' && isForPrograms(access))
    return [...new Set([...codes, 'Auth.Token' as const, 'Auth.Scope' as const, ...errors])].sort();
  if (access !== 'public') codes.push('Auth.SignedOut');
  if (access !== 'public' && !beforeSecondFactor) codes.push('Auth.SecondFactorRequired');
  if (typeof access === 'object') codes.push('Access.Denied', access.refusal ?? 'Access.Denied');
  return [...new Set([...codes, ...errors])].sort();
}

/** Text about the required access. */
export function accessText(access: Access): string {
  if (typeof access === 'string') return access.replace('_', ' ');
  if (isForPrograms(access)) return `a program with ${access.service}`;
  const parts = [
    access.userType === 2 ? 'clients' : access.userType === 3 ? 'managers' : 'signed in',
    access.all?.length ? `with ${access.all.join(' and ')}` : '',
    access.any?.length ? `with one of ${access.any.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}
