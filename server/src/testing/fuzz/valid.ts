import fc from 'fast-check';
import type { Schema } from './operations.ts';

/**
 * Useful values for a field, by `<operation> <field>` or by the field's name alone; `<operation> (always)` names
 * optional fields without which hardly any request succeeds.
 */
export type Pools = Record<string, readonly unknown[]>;

interface Field {
  operation: string;
  name: string;
  schema: Schema;
}

/** Generates a value that matches the schema, mostly from the pool, so that calls find their objects. */
export function validValue(field: Field, pools: Pools): fc.Arbitrary<unknown> {
  const pool = pools[`${field.operation} ${field.name}`] ?? pools[field.name];
  const bySchema = ofSchema(field.schema);
  if (!pool || pool.length === 0) return bySchema;
  const isList = field.schema.type === 'array';
  const chosen: fc.Arbitrary<unknown> = isList
    ? fc.array(fc.constantFrom(...pool), { maxLength: 3 })
    : fc.constantFrom(...pool);
  return fc.oneof({ weight: 29, arbitrary: chosen }, { weight: 1, arbitrary: bySchema });
}

function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(ofSchema));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(ofSchema(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return ofObject(schema);
    case 'string':
      return texts(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function integers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? Number.MIN_SAFE_INTEGER;
  const max = maximum ?? Number.MAX_SAFE_INTEGER;
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }), smallFrom(min, max));
}

const smallFrom = (min: number, max: number) => {
  const from = Math.max(min, 0);
  return fc.integer({ min: from, max: Math.max(from, Math.min(max, from + 20)) });
};

function texts({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return days;
  const lengths = { minLength, maxLength: Math.max(minLength, maxLength ?? 60) };
  if (!pattern) return fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit: 'grapheme' }), atLimit(lengths));
  const matching = stringMatching(pattern);
  // A length that the pattern hardly ever yields would be looked for without end: it belongs in the pattern.
  return matching.filter((text) => text.length >= minLength && text.length <= (maxLength ?? Number.POSITIVE_INFINITY));
}

const atLimit = ({ minLength, maxLength }: { minLength: number; maxLength: number }) =>
  fc.constantFrom('x'.repeat(minLength), 'я'.repeat(Math.min(maxLength, 500)));

/** Patterns with lookahead cannot be generated from; an approximation replaces them. */
function stringMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string();
  }
}

const days = fc
  .integer({ min: -400, max: 400 })
  .map((offset) => new Date(Date.UTC(2026, 10, 21 + offset)).toISOString().slice(0, 10));

function ofObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, ofSchema(schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}
