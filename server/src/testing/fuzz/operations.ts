import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../platform/http/openapi.ts';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Operation {
  /** For example `POST /v1/bid/create`. */
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  /** The text in the document: `managers with …`. */
  access: string;
  query: { name: string; required: boolean; schema: Schema }[];
  body: Schema | null;
  /** Schema of each documented status, null where it has no body. */
  replies: Map<number, ValidateFunction | null>;
}

interface Described {
  description: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}

const JSON_TYPE = 'application/json';

/** Reads every operation of the OpenAPI document, aliases too, with validators of its replies. */
export function readOperations(): Operation[] {
  // Passed through JSON, so that the tests use the document as it is published.
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'portal');
  // Most operations have the same errors, whose schemas take long to compile.
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (at: string): ValidateFunction => {
    const known = compiled.get(at) ?? ajv.compile({ $ref: `portal#${at}${pointer('content', JSON_TYPE, 'schema')}` });
    compiled.set(at, known);
    return known;
  };
  return Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const replies = Object.entries(described.responses).map(([status, response]) => {
        if (!response.$ref && !response.content) return [Number(status), null] as const;
        const at = response.$ref?.slice(1) ?? pointer('paths', path, method, 'responses', status);
        return [Number(status), validatorAt(at)] as const;
      });
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        isPublic: described.security.length === 0,
        access: described.description,
        query: described.parameters.filter((parameter) => parameter.in === 'query'),
        body: described.requestBody?.content[JSON_TYPE]?.schema ?? null,
        replies: new Map(replies),
      };
    }),
  );
}

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
