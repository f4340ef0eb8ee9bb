import { stripSearchParams, useMatch, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as z from 'zod/mini';

type ListSchema = z.ZodMiniObject<z.core.$ZodShape>;
type RawSearch = Record<string, unknown>;

/** Parses the address's query as plain text; a repeated key becomes a list. */
export function parseSearch(text: string): RawSearch {
  const raw: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = raw[key];
    raw[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return raw;
}

/** Writes lists as repeated keys and numbers as plain text; omits undefined, null, '' and empty lists. */
export function stringifySearch(search: RawSearch): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') parameters.append(key, String(item));
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

/**
 * Reads an address by a contract schema, key by key: an invalid value falls back to its default, unknown keys are
 * ignored.
 */
export const searchOf =
  <S extends ListSchema>(schema: S) =>
  (raw: RawSearch): Partial<z.output<S>> => {
    const read: RawSearch = {};
    for (const [key, field] of Object.entries(schema.shape)) read[key] = readField(field, raw[key]);
    return read as Partial<z.output<S>>;
  };

function readField(field: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(field, asText(value));
  if (result.success) return result.data;
  // Keep the valid entries of a list with an invalid one.
  if (Array.isArray(value))
    return readField(
      field,
      value.filter((item) => z.safeParse(field, asText(item)).success),
    );
  const fallback = z.safeParse(field, undefined);
  return fallback.success ? fallback.data : undefined;
}

const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'number' ? String(value) : value;
};

/** Route options of a list: search parameters by schema; default values are left out of the address. */
export function listSearch<S extends ListSchema>(schema: S) {
  const validateSearch = searchOf(schema);
  const defaults = validateSearch({}) as never;
  return {
    validateSearch,
    search: { middlewares: [stripSearchParams<Partial<z.output<S>>, typeof defaults>(defaults)] },
  };
}

/**
 * The screen's search parameters by schema, and a setter that keeps the others. Typing passes `replace`, choosing does
 * not.
 */
export function useScreenSearch<S extends ListSchema>(schema: S) {
  const raw = useSearch({ strict: false }) as RawSearch;
  const router = useRouter();
  const ownPath = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const search = useMemo(() => searchOf(schema)(raw) as z.output<S>, [schema, raw]);
  const setSearch = async (patch: Partial<z.output<S>>, { replace = false } = {}) => {
    await nextPaint();
    // While the next page loads, this one is still mounted: its changes must not apply to the new address.
    if (router.latestLocation.pathname !== ownPath) return;
    return router.navigate({
      to: '.',
      search: ((before: RawSearch) => ({ ...before, ...patch })) as never,
      replace,
      resetScroll: false,
    });
  };
  return [search, setSearch] as const;
}

const MAX_WAIT_MS = 100;

/** On a slow processor a new list takes a while to render: paint the press first. A hidden tab does not paint. */
const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MAX_WAIT_MS);
  });
