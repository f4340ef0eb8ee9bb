import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { throughPort } from '../../testing/processes/fault-proxy.ts';
import { runOn } from '../embedded-postgres/test-template.ts';
import { migrate } from './migrate.ts';

const NAME = 'migrated_at_once';
const clusterUrl = inject('clusterUrl');
const url = new URL(clusterUrl);
url.pathname = `/${NAME}`;

beforeAll(() => runOn(clusterUrl, `create database ${NAME}`));
afterAll(() => runOn(clusterUrl, `drop database if exists ${NAME} with (force)`));

test('several processes that start concurrently all find the newest schema', async () => {
  const migrating = [1, 2, 3].map(() => migrate(url.href));
  expect(await Promise.allSettled(migrating)).toEqual(migrating.map(() => ({ status: 'fulfilled', value: undefined })));
}, 60_000);

test('a database that stops while connections close does not fail the process', async () => {
  const errors: unknown[] = [];
  const [before, note] = [process.listeners('uncaughtException'), (error: unknown) => errors.push(error)];
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  const line = await withoutGoodbyes(Number(url.port));
  try {
    await migrate(throughPort(url.href, line.port));
    await runOn(clusterUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`);
    await line.ended;
    await wait(0);
  } finally {
    process.off('uncaughtException', note);
    for (const listener of before) process.on('uncaughtException', listener);
    line.close();
  }
  expect(errors).toEqual([]);
  expect(line.held()).toBeGreaterThan(0);
}, 60_000);

/** Forwards traffic in both directions, but hides the client's disconnect: the server notices it too late. */
async function withoutGoodbyes(port: number) {
  let connections = 0;
  let open = 0;
  const allEnded = Promise.withResolvers<void>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(port, '127.0.0.1');
    open += 1;
    near.on('data', (said) => {
      if (said.equals(Buffer.from('X\0\0\0\u0004'))) connections += 1;
      else far.write(said);
    });
    far.on('data', (said) => near.write(said));
    far.on('close', () => {
      near.end();
      open -= 1;
      if (open === 0 && connections > 0) allEnded.resolve();
    });
    near.on('error', () => {});
    far.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { port: own, held: () => connections, ended: allEnded.promise, close: () => server.close() };
}
