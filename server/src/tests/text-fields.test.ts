import type { RouteSpec } from '@seri/contract/http.ts';
import { needsCleaning } from '@seri/contract/text.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allCalls } from '../platform/calls/calls.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import type { Schema } from '../testing/fuzz/operations.ts';
import { validValue } from '../testing/fuzz/valid.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

/** One character of each kind: direction override, zero-width space, bell, joiner, tag outside a flag. */
const UNSEEN = ['\u202e', '\u200b', '\u0007', '\u200d', '\u{e0041}'].join('');
const SAMPLES = 12;
const SEED = 29;

const withTexts = allCalls().filter(({ body }) => body);
const echoOf = (index: number) => `/v1/echo/${index}` as const;
let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal((app) => {
    for (const [index, { body }] of withTexts.entries())
      registerRoute(
        app,
        {
          ...{ method: 'POST', path: echoOf(index), summary: 'What arrived', access: 'public', budget: 'none' },
          ...{ query: z.strictObject({}), body: body as z.ZodMiniType, reply: z.any() },
        } as RouteSpec,
        async (call) => ({ arrived: (call as { body: unknown }).body }),
      );
  });
});
afterAll(() => portal.close());

/** Inserts the invisible characters before, inside and after every text of a value; secrets stay unchanged. */
function dirtied(value: unknown): unknown {
  if (typeof value === 'string')
    return UNSEEN + [...value].slice(0, 1).join('') + UNSEEN + [...value].slice(1).join('');
  if (Array.isArray(value)) return value.map(dirtied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, /password/i.test(key) ? inner : dirtied(inner)]),
  );
}

const holdsText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsText));

let texts = 0;
// @covers ASVS-1.3.3
test.each(withTexts.map((spec, index) => [`${spec.method} ${spec.path}`, spec, index] as const))(
  'no text of %s arrives with what nobody sees in it',
  async (name, { body }, index) => {
    const { properties = {}, required = [] } = z.toJSONSchema(body as z.ZodMiniType, {
      ...{ io: 'input', unrepresentable: 'any' },
    }) as Schema;
    const fields = Object.entries(properties).map(
      ([field, schema]) => [field, validValue({ operation: name, name: field, schema }, {})] as const,
    );
    const generated = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    const send = (sent: unknown) => portal.ask(null, 'POST', echoOf(index), sent);
    for (const sent of fc.sample(generated, { numRuns: SAMPLES, seed: SEED })) {
      // Generated texts may contain such characters themselves, so both requests contain them.
      const [plain, dirty] = [await send(sent), await send(dirtied(sent))];
      expect([dirty.status, dirty.body.arrived, dirty.body.errors]).toEqual([
        plain.status,
        plain.body.arrived,
        plain.body.errors,
      ]);
      const { arrived } = dirty.body;
      if (dirty.status === 200 && holdsText(arrived)) texts += 1;
      const seen = JSON.stringify(arrived ?? null, (key, value) => (/password/i.test(key) ? '' : value));
      expect([...'\u202e\u200b'].filter((sign) => seen.includes(sign))).toEqual([]);
    }
  },
);

test('many texts were accepted, so the comparison above is meaningful', () => {
  expect(texts).toBeGreaterThan(200);
});

// @covers ASVS-1.3.3
test('a text of invisible characters alone counts as missing in every required field', async () => {
  const empty: string[] = [];
  for (const [index, { method, path, body }] of withTexts.entries()) {
    const schema = z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' }) as Schema;
    for (const field of schema.required ?? []) {
      const { type, minLength, pattern, format } = schema.properties?.[field] ?? {};
      if (type !== 'string' || !minLength || pattern || format || /password/i.test(field)) continue;
      const { status, body: answer } = await portal.ask(null, 'POST', echoOf(index), { [field]: '\u200b\u2060\u202e' });
      expect([method, path, field, status]).toEqual([method, path, field, 422]);
      expect(answer.errors[field], `${method} ${path} ${field}`).toBeDefined();
      empty.push(`${path} ${field}`);
    }
  }
  expect(empty).toContain('/v1/bid/save-chat comment');
  expect(needsCleaning('\u200b')).toBe(true);
});
