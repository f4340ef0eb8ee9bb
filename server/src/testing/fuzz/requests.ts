import fc from 'fast-check';
import {
  extraKeys,
  hostileBody,
  hostileHeaders,
  hostilePath,
  hostileQuery,
  hostileText,
  hostileValue,
} from './hostile.ts';
import type { Operation, Schema } from './operations.ts';
import { type Pools, validValue } from './valid.ts';

/** One request that can be sent, printed and sent again; `{{…}}` in it marks values that are created when it is sent. */
export interface Shot {
  operation: string;
  /** The person who sends it; the world has the cookie. */
  as: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
  /** The path itself was changed, so the request may not reach the call. */
  offPath?: true;
}

interface Draft {
  as: string;
  query: Record<string, unknown>;
  body: unknown;
  rawQuery: string;
  rawBody: string | null;
  path: string;
  headers: Record<string, string>;
}

/** Half of the requests are valid, a third has one wrong field, the others attack the format itself. */
export function shotOf(operation: Operation, people: string[], pools: Pools): fc.Arbitrary<Shot> {
  const as = fc.constantFrom(...people);
  const query = recordOf(
    operation,
    operation.query.map(({ name, required, schema }) => ({ name, required, schema })),
    pools,
  );
  const body = operation.body
    ? recordOf(operation, fieldsOf(operation.body), pools)
    : fc.constant<Record<string, unknown>>({});
  const fitting: fc.Arbitrary<Draft> = fc.record({
    as,
    query,
    body,
    rawQuery: fc.constant(''),
    rawBody: fc.constant(null),
    path: fc.constant(operation.path),
    headers: fc.constant({}),
  });
  return fc
    .oneof(
      { weight: 50, arbitrary: fitting },
      { weight: 28, arbitrary: oneWrongField(operation, fitting) },
      { weight: 12, arbitrary: wrongForm(operation, fitting) },
      { weight: 6, arbitrary: changed(fitting, hostileHeaders, (draft, headers) => ({ ...draft, headers })) },
      { weight: 4, arbitrary: changed(fitting, hostilePath(operation.path), (draft, path) => ({ ...draft, path })) },
    )
    .map((draft) => toShot(operation, draft));
}

interface Named {
  name: string;
  required: boolean;
  schema: Schema;
}

const fieldsOf = (schema: Schema): Named[] =>
  Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: inner,
  }));

function recordOf(operation: Operation, fields: Named[], pools: Pools): fc.Arbitrary<Record<string, unknown>> {
  const values: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    fields.map(({ name, schema }) => [name, validValue({ operation: operation.name, name, schema }, pools)]),
  );
  const always = pools[`${operation.name} (always)`] ?? [];
  const isIncluded = ({ name, required }: Named) => required || always.includes(name);
  // Few optional fields at once: many filters together find nothing.
  const others = fc.subarray(fields.filter((field) => !isIncluded(field)).map(({ name }) => name));
  const some = fc.oneof(others, ...[0, 1, 2].map((count) => others.map((names) => names.slice(0, count))));
  return fc.tuple(fc.record(values), some).map(([all, names]) => {
    const included = fields.filter((field) => isIncluded(field) || names.includes(field.name));
    return Object.fromEntries(included.map(({ name }) => [name, all[name]]));
  });
}

const changed = <T>(drafts: fc.Arbitrary<Draft>, by: fc.Arbitrary<T>, change: (draft: Draft, by: T) => Draft) =>
  fc.tuple(drafts, by).map(([draft, value]) => change(draft, value));

function oneWrongField(operation: Operation, fitting: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> {
  const inQuery = operation.query.map(({ name }) =>
    changed(fitting, hostileText, (draft, value) => ({ ...draft, query: { ...draft.query, [name]: value } })),
  );
  const inBody = operation.body
    ? fieldsOf(operation.body).map(({ name }) =>
        changed(fitting, fc.option(hostileValue, { nil: undefined }), (draft, value) => ({
          ...draft,
          body: { ...(draft.body as object), [name]: value },
        })),
      )
    : [];
  return inQuery.length + inBody.length === 0 ? fitting : fc.oneof(...inQuery, ...inBody);
}

function wrongForm(operation: Operation, fitting: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> {
  const names = operation.query.map(({ name }) => name);
  const inQuery = changed(fitting, hostileQuery(names), (draft, rawQuery) => ({ ...draft, rawQuery }));
  const extra = changed(fitting, extraKeys, (draft, more) => ({
    ...draft,
    body: { ...(draft.body as object), ...more },
  }));
  const raw = fitting.chain((draft) =>
    hostileBody(JSON.stringify(draft.body)).map((rawBody) => ({ ...draft, rawBody })),
  );
  return operation.method === 'GET' ? inQuery : fc.oneof(inQuery, extra, raw);
}

function toShot(operation: Operation, draft: Draft): Shot {
  const pairs = Object.entries(draft.query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one).toWellFormed())}`),
  );
  const search = [...pairs, draft.rawQuery].filter(Boolean).join('&');
  const payload = draft.rawBody ?? (operation.body || hasKeys(draft.body) ? JSON.stringify(draft.body) : undefined);
  return {
    operation: operation.name,
    as: draft.as,
    method: operation.method,
    url: search ? `${draft.path}?${search}` : draft.path,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...draft.headers },
    ...(payload === undefined ? {} : { payload }),
    ...(draft.path === operation.path ? {} : { offPath: true as const }),
  };
}

const hasKeys = (body: unknown) => typeof body === 'object' && body !== null && Object.keys(body).length > 0;
