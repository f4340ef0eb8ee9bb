import * as z from 'zod/mini';
import type { Flag } from './auth/permissions.ts';
import type { Scope } from './back-office/scopes.ts';
import type { Budget } from './budgets.ts';
import type { ErrorCode } from './errors.ts';

/**
 * People. `all`: every flag is needed (business-rules.md#all-or-any-flags); `any`: one is enough; `refusal`: the error
 * code instead of Access.Denied.
 */
export interface PersonAccess {
  all?: readonly Flag[];
  any?: readonly Flag[];
  userType?: 2 | 3;
  roleId?: number;
  refusal?: ErrorCode;
  service?: never;
}

/** Programs of the provider with a service token of this scope; a session grants nothing here. */
export interface ServiceAccess {
  service: Scope;
}

/** Access required by a call. */
export type Access = 'public' | 'signed_in' | PersonAccess | ServiceAccess;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AnySchema = z.ZodMiniType;

export interface RouteSpec {
  method: Method;
  /** Path below the origin, starting with /v1. */
  path: `/v1/${string}`;
  summary: string;
  access: Access;
  query?: AnySchema;
  body?: AnySchema;
  reply: AnySchema;
  /** Error codes of this call besides Request.Invalid, Auth.SignedOut, Access.Denied and Error.Internal. */
  errors?: readonly ErrorCode[];
  /** Names of body fields in the `message` of a 422, for older clients (business-rules.md#sign-up-fields). */
  messageNames?: Readonly<Record<string, string>>;
  /** Other paths with the same reply (business-rules.md#published-calls). */
  aliases?: readonly `/v1/${string}`[];
  /** The budget that a call is charged to (business-rules.md#request-budgets); routes outside the contract name one too. */
  budget: Budget;
  /** Units of its budget that one call takes, 1 by default; more for expensive calls. */
  cost?: number;
  /** The call may take seconds because it waits for other work: it does not use one of a person's concurrency slots. */
  waitsForWork?: true;
  /** A bid or a decision about one: while people make these, fewer lists run at once (server/src/platform/http/limits/gate.ts). */
  isBid?: true;
  /** Also available to an account that has to set up its second factor first. */
  beforeSecondFactor?: true;
  /** Replies carry an ETag; a client that sends it back gets 304 while nothing has changed. */
  etag?: true;
  /** The web app sends an Idempotency-Key, and a repeated request gets the same reply (business-rules.md#idempotency). */
  repeatSafe?: true;
  /** Maximum body size where it contains a file; the caller is authenticated before the body is read. */
  largestBodyBytes?: number;
  /**
   * A published GET that writes (business-rules.md#gets-that-change): it serves fetches of the portal's own pages and
   * programs, never a link, an image or another site. Other methods always change state.
   */
  changesState?: true;
  /** Also served as server-sent events to clients that accept `text/event-stream`. */
  isStream?: true;
}

/** Defines one call: the server validates, authorizes and serializes by it, and the web derives its client types from it. */
export const route = <const S extends RouteSpec>(spec: S): S => spec;

export type ReplyOf<S extends RouteSpec> = z.output<S['reply']>;
export type QueryOf<S extends RouteSpec> = S['query'] extends AnySchema ? z.output<S['query']> : undefined;
export type QueryInput<S extends RouteSpec> = S['query'] extends AnySchema ? z.input<S['query']> : undefined;
export type BodyOf<S extends RouteSpec> = S['body'] extends AnySchema ? z.output<S['body']> : undefined;
export type BodyInput<S extends RouteSpec> = S['body'] extends AnySchema ? z.input<S['body']> : undefined;

export const PAGE_SIZES = [20, 50, 70] as const;
/** No list has this many pages. */
export const MAX_PAGE = 10_000_000;

/** A list parameter: the key is repeated; a single value is accepted too (business-rules.md#list-parameters). */
export const many = <S extends AnySchema>(item: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value])),
    z.array(item).check(z.maxLength(50)),
  );

/** A whole number in an address, between inclusive bounds. */
export const intParam = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,12}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );

export const pageParams = {
  page: z._default(intParam(1, MAX_PAGE), 1),
  pageSize: z._default(z.pipe(z.enum(['20', '50', '70']), z.transform(Number)), 20),
};

/** Sorting of a list: none when both are absent (business-rules.md#list-parameters). */
export const orderParam = z.optional(z.enum(['ASC', 'DESC']));

export const pageInfo = z.object({
  page: z.int(),
  pageSize: z.int(),
  totalSearchResults: z.int(),
  totalResults: z.int(),
});
export type PageInfo = z.infer<typeof pageInfo>;

export const success = z.object({ success: z.literal(true) });
export const option = z.object({ value: z.union([z.string(), z.int()]), label: z.string() });
export const noQuery = z.strictObject({});
/** Days in Asia/Tokyo that exist; PostgreSQL has no year 0. */
export const dayParam = z.iso.date().check(z.regex(/^[1-9]/));
/** ISO 8601 instant; auction times carry +09:00 (business-rules.md#auction-times). */
export const instant = z.string();
