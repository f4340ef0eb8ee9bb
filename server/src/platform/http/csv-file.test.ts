import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { sendCsv } from './csv-file.ts';

const ENDLESS = 1_000_000_000;
let portal: TestPortal;
let address: string;
let read: number;
let isOver: boolean;
const FILE = { config: { budget: 'file' } } as const;

async function* rowsOf(rows: number, broken: boolean): AsyncGenerator<number> {
  read = 0;
  isOver = false;
  try {
    for (; read < rows; read++) {
      await setImmediate();
      yield read;
    }
    if (broken) throw new Error('the database went away');
  } finally {
    isOver = true;
  }
}

beforeAll(async () => {
  portal = await testPortal((app) => {
    app.get<{ Querystring: { rows: string; broken?: string } }>('/v1/files/test.csv', FILE, (request, reply) => {
      const { rows, broken } = request.query;
      return sendCsv(reply, {
        name: 'test.csv',
        columns: [
          { heading: 'No.', cell: (row) => row },
          { heading: 'Text', cell: (row) => `=SUM(${row})` },
          { heading: 'Nothing', cell: () => null },
        ],
        rows: rowsOf(Number(rows), broken !== undefined),
      });
    });
  });
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => portal.close());

const open = (query: string, signal: AbortSignal | null = null) =>
  fetch(`${address}/v1/files/test.csv?${query}`, { signal });

// @covers ASVS-1.2.10
test('has its name, has its headings even without rows, and runs no formula', async () => {
  const file = await open('rows=2');
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="test.csv"');
  const bytes = Buffer.from(await file.arrayBuffer()).toString();
  expect(bytes.split('\r\n')).toEqual(['\ufeffNo.,Text,Nothing', "0,'=SUM(0),", "1,'=SUM(1),", '']);
  expect((await (await open('rows=0')).text()).trim()).toBe('No.,Text,Nothing');
});

test('rows wait for a slow reader, and stop when it disconnects', async () => {
  const leaving = new AbortController();
  const file = await open(`rows=${ENDLESS}`, leaving.signal);
  expect(file.status).toBe(200);
  let before = -1;
  await vi.waitUntil(
    () => {
      const isPaused = read === before;
      before = read;
      return isPaused;
    },
    { interval: 300, timeout: 60_000 },
  );
  expect([read > 0, isOver]).toEqual([true, false]);
  leaving.abort();
  await vi.waitUntil(() => isOver, { timeout: 10_000 });
  expect(read).toBeLessThan(ENDLESS);
});

test('a file with an error in the middle breaks off instead of looking complete', async () => {
  const file = await open('rows=500&broken');
  expect(file.status).toBe(200);
  await expect(file.text()).rejects.toThrow();
  expect((await open('rows=0&broken')).status).toBe(500);
});
