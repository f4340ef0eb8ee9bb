import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpSheetReader } from './http-reader.ts';
import { readerChild } from './reader-child.ts';

/** An example of an operator's service: takes a page as JPEG, answers items with boxes in shares of the page. */
let server: Server;
let url: string;
let answer: (request: IncomingMessage, page: Buffer) => { status?: number; body: string; delayMs?: number };
let pages: { width?: number; height?: number; authorization: string | undefined }[];

const child = readerChild({ priority: 0 });
const words = { houses: ['USS Tokyo'], learned: [{ field: 'equipment', ja: '荷台補強' }] };
let photo: Buffer;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const page = Buffer.concat(chunks);
    const { width, height } = await sharp(page).metadata();
    pages.push({ width, height, authorization: request.headers.authorization });
    const { status = 200, body, delayMs = 0 } = answer(request, page);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/read`;
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#f4f2ec' } })
    .jpeg()
    .toBuffer();
});
beforeEach(() => {
  pages = [];
});
afterAll(async () => {
  await child.close();
  server.close();
});

const box = { x: 0.4, y: 0.2, width: 0.1, height: 0.04 };
const item = (field: string, text: string, confidence = 0.95) => ({ field, text, confidence, box });
const items =
  (...list: object[]) =>
  () => ({ body: JSON.stringify({ items: list }) });
const reader = (maxMs?: number) =>
  httpSheetReader({ url, secret: 'a shared secret', child, ...(maxMs === undefined ? {} : { maxMs }) });
const read = async (maxMs?: number) => reader(maxMs).read(photo, words);

// @covers FACT-08
test('sends the straightened page with the secret, and takes values of the vocabulary as the service’s', async () => {
  answer = items(
    item('mileage', '81,000 km'),
    item('firstRegistration', 'H30/5'),
    item('equipment', '荷台補強'),
    item('damageDiagram', 'U2'),
    item('house', 'USS Tokyo'),
  );
  const reading = await read();
  expect(pages).toEqual([{ width: 1_800, height: 1_200, authorization: 'Bearer a shared secret' }]);
  expect(reading).toMatchObject({ reader: 'service', form: 'service' });
  expect(reading.items.map(({ field, ja }) => [field, ja])).toEqual([
    ['mileage', '81,000 km'],
    ['firstRegistration', '平成30年 5月'],
    ['equipment', '荷台補強'],
    ['damageDiagram', 'U2'],
    ['house', 'USS Tokyo'],
  ]);
  expect(reading.items[0]?.area).toEqual(box);
});

test('shows what is outside the vocabulary, unsure or twice different as places that were not read', async () => {
  answer = items(
    item('mileage', 'about eighty thousand'),
    item('interiorGrade', 'B', 0.4),
    item('overallGrade', '4'),
    item('overallGrade', '4.5'),
    item('inspectorNotes', '<script>alert(1)</script>'),
    item('horoscope', 'good'),
  );
  const reading = await read();
  expect(reading.items.map(({ field, ja }) => [field, ja])).toEqual([
    ['mileage', null],
    ['interiorGrade', null],
    ['overallGrade', null],
    ['overallGrade', null],
    ['inspectorNotes', null],
  ]);
});

test.each<[string, () => { status?: number; body: string; delayMs?: number }, string]>([
  ['an error', () => ({ status: 500, body: '{}' }), 'answered 500'],
  ['a redirect', () => ({ status: 302, body: '' }), 'fetch failed'],
  ['no JSON', () => ({ body: '<html>' }), 'no JSON'],
  ['another shape', () => ({ body: '{"items":[{"field":1}]}' }), 'another shape'],
  ['boxes outside the page', items({ ...item('mileage', '1 km'), box: { ...box, x: 7 } }), 'another shape'],
  ['too many items', items(...Array.from({ length: 301 }, () => item('mileage', '1 km'))), 'another shape'],
  ['too much', () => ({ body: `{"items":[],"x":"${'a'.repeat(1_100_000)}"}` }), 'too much'],
  ['nothing in time', () => ({ body: '{"items":[]}', delayMs: 1_500 }), 'timeout'],
])('fails, to be tried again, when the service answers %s', async (_, reply, cause) => {
  answer = reply;
  await expect(read(cause === 'timeout' ? 300 : undefined)).rejects.toThrow(cause);
});
