import { refusal } from '@seri/contract/errors.ts';
import type { Access, RouteSpec } from '@seri/contract/http.ts';
import * as z from 'zod/mini';
import { allCalls } from './calls.ts';

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** The OpenAPI 3.1 document, printed from the contract and from nothing else. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const spec of allCalls()) {
    const path = paths[spec.path] ?? {};
    path[spec.method.toLowerCase()] = operation(spec);
    paths[spec.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Seri', version: '1', description: 'Buying vehicles at Japanese auctions. Money is integer yen.' },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: { Refusal: schemaOf(refusal, 'output') } },
  };
}

function operation(spec: RouteSpec) {
  const query = spec.query ? (schemaOf(spec.query, 'input') as { properties?: object; required?: string[] }) : {};
  return {
    summary: spec.summary,
    description: `Access: ${accessText(spec.access)}.${spec.errors?.length ? ` Refusals: ${spec.errors.join(', ')}.` : ''}`,
    operationId: `${spec.method.toLowerCase()}${spec.path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
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
    ],
    ...(spec.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(spec.body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(spec.reply, 'output') } } },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

function accessText(access: Access): string {
  if (typeof access === 'string') return access.replace('_', ' ');
  const parts = [
    access.userType === 2 ? 'clients' : access.userType === 3 ? 'managers' : 'signed in',
    access.all?.length ? `with ${access.all.join(' and ')}` : '',
    access.any?.length ? `with one of ${access.any.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}
