import type { z } from 'zod';

/** True only of what a schema takes and leaves as it is; false says nothing. */
type Check = (value: unknown) => boolean;
type Schema = z.core.$ZodType;

const notSure: Check = () => false;

/**
 * Reads a schema's own rules once, so that nothing is built to judge an ordinary row: zod makes an object for each field.
 * Whatever is not certain is left to the schema itself, errors with it.
 */
export function quickCheck(schema: Schema): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const kind = kindOf(def);
  const rules = [def, ...(def.checks ?? []).map((check) => check._zod.def)]
    .filter((rule) => 'check' in rule)
    .map(toRule);
  const [first, second] = rules;
  if (!first) return kind;
  if (!second) return (value) => kind(value) && first(value);
  return (value) => kind(value) && rules.every((rule) => rule(value));
}

function kindOf(def: z.core.$ZodTypes['_zod']['def']): Check {
  switch (def.type) {
    case 'object':
      return objectOf(def);
    case 'array':
      return arrayOf(quickCheck(def.element));
    case 'string':
      return def.coerce ? notSure : (value) => typeof value === 'string';
    case 'number':
      return def.coerce ? notSure : Number.isFinite;
    case 'boolean':
      return def.coerce ? notSure : (value) => typeof value === 'boolean';
    case 'literal':
      return oneOf(def.values);
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'nullable':
      return nullable(quickCheck(def.innerType));
    case 'optional':
      return quickCheck(def.innerType);
    case 'union':
      return eitherOf(def.options.map(quickCheck));
    default:
      return notSure;
  }
}

/** As its own definition says it, of a schema or of what was added to one. */
function toRule(def: object): Check {
  const rule = def as Exclude<z.core.$ZodChecks['_zod']['def'], { check: 'overwrite' }>;
  switch (rule.check) {
    // Zod counts characters, of which some have two units.
    case 'min_length':
      return rule.minimum <= 1 ? (value) => (value as string | unknown[]).length >= rule.minimum : notSure;
    case 'max_length':
      return (value) => (value as string | unknown[]).length <= rule.maximum;
    case 'greater_than':
      return rule.inclusive ? (value) => (value as number) >= (rule.value as number) : notSure;
    case 'less_than':
      return rule.inclusive ? (value) => (value as number) <= (rule.value as number) : notSure;
    case 'number_format':
      return rule.format === 'safeint' ? Number.isSafeInteger : notSure;
    case 'string_format':
      return formatOf(rule);
    default:
      return notSure;
  }
}

/** Of other formats the pattern is not all. */
const WHOLLY_PATTERNS = ['regex', 'datetime'];

function formatOf({ format, pattern }: z.core.$ZodCheckStringFormatDef): Check {
  if (!WHOLLY_PATTERNS.includes(format) || pattern?.flags !== '') return notSure;
  return (value) => pattern.test(value as string);
}

const nullable =
  (inner: Check): Check =>
  (value) =>
    value === null || inner(value);
const eitherOf =
  (options: Check[]): Check =>
  (value) =>
    options.some((option) => option(value));
const arrayOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
function oneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

/** Keys nobody knows are an error in one schema and dropped by another: of neither it is sure. */
function objectOf({ shape }: z.core.$ZodObjectDef): Check {
  const fields = Object.entries(shape).map(([key, schema]) => ({
    key,
    check: quickCheck(schema),
    isNeeded: (schema as z.core.$ZodTypes)._zod.def.type !== 'optional',
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const { key, check, isNeeded } of fields) {
      const field = (value as Record<string, unknown>)[key];
      if (field === undefined) {
        if (isNeeded) return false;
      } else if (check(field)) found += 1;
      else return false;
    }
    return Object.keys(value).length === found;
  };
}
