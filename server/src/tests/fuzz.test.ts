import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { fuzzOperation } from '../testing/fuzz/fuzz-operation.ts';
import { readOperations } from '../testing/fuzz/operations.ts';
import { openWorld, type World } from '../testing/fuzz/world.ts';

/** A sample; `npm run fuzz` sends a thousand to each. */
const REQUESTS = 10;
const SEED = 20_261_121;

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await testDatabase();
  world = await openWorld(database.url);
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

const OPERATIONS = readOperations();
let fired = 0;
let done = 0;

// @covers API-03
test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s takes whatever is sent without breaking its word',
  { timeout: 300_000 },
  async (_, operation) => {
    const { findings, requests, byStatus } = await fuzzOperation(world, operation, { requests: REQUESTS, seed: SEED });
    expect(findings).toEqual([]);
    expect(requests).toBe(REQUESTS);
    fired += requests;
    done += byStatus.get(200) ?? 0;
  },
);

test('a good share of the requests succeeded, so the deeper code was reached', async ({ annotate }) => {
  await annotate(`${done} of ${fired} requests at ${OPERATIONS.length} operations were done`);
  expect(done).toBeGreaterThan(fired / 4);
});

test('recognises every kind of finding', async () => {
  const operation = OPERATIONS.find(({ method, path }) => method === 'GET' && path === '/v1/user/view-profile');
  if (!operation) throw new Error('the document lacks the call that only reads');
  const broken: World = {
    ...world,
    fire: async () => ({
      status: 500,
      contentType: 'text/plain',
      text: 'Error: boom\n    at place (file.ts:1:1) insert into users Canarysx',
      ms: 5_000,
      writes: ['users'],
    }),
  };
  const { findings } = await fuzzOperation(broken, operation, { requests: 20, seed: SEED, slowMs: 3_000 });
  expect(findings.map(({ what }) => what.replace(/ .*/, ''))).toEqual(
    expect.arrayContaining(['answers', 'took', 'shows', 'is']),
  );
});
