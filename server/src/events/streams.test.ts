import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createEventBuffer } from './event-buffer.ts';
import { openStreams } from './streams.ts';

/** A connection whose other end reads, or does not read. */
function connection({ reads }: { reads: boolean }) {
  const stream = new PassThrough({ highWaterMark: 1 });
  const socket = Object.assign(stream, { destroySoon: () => stream.end() });
  let text = '';
  if (reads)
    socket.on('data', (part: Buffer) => {
      text += part.toString();
    });
  return { socket: socket as unknown as Socket, text: () => text };
}

const bidOf = (userId: number) => ({ bid: [[1, 2, userId, null] as [number, number, number, null]] });

// @covers API-06
test('disconnects slow readers without affecting the others', async () => {
  const streams = openStreams(createEventBuffer());
  const [slow, quick] = [connection({ reads: false }), connection({ reads: true })];
  const reader = { userId: 7, seesAllBids: false, isStaff: false, lotIds: [] };
  streams.open({ ...reader, sessionId: 'slow', socket: slow.socket }, undefined);
  streams.open({ ...reader, sessionId: 'quick', socket: quick.socket }, undefined);
  for (let sent = 0; sent < 1_000 && !slow.socket.destroyed; sent++) {
    streams.notice(bidOf(7));
    await new Promise(setImmediate);
  }
  expect(slow.socket.writableLength).toBeLessThan(33_000);
  expect([slow.socket.destroyed, quick.socket.destroyed]).toEqual([true, false]);
  expect(streams.sessions()).toEqual(['quick']);
  streams.endAll();
});

test('five thousand events are buffered; a reader who was away longer reloads everything', () => {
  const buffer = createEventBuffer();
  const reader = { userId: 7, seesAllBids: true, lotIds: ['2'] };
  const first = buffer.lastId();
  buffer.add({ to: 'staff', event: 'bid', ids: { bidIds: [1], lotIds: ['2'] } });
  buffer.add({ to: 'followers', event: 'lot', ids: { bidIds: [], lotIds: ['2', '3'] } });
  buffer.add({ to: { userId: 8 }, event: 'counter', ids: { bidIds: [], lotIds: [] } });
  expect(buffer.since(first, reader)?.map(({ event, ids }) => [event, ids.lotIds])).toEqual([
    ['bid', ['2']],
    ['lot', ['2']],
  ]);
  for (let more = 0; more < 10_000; more++)
    buffer.add({ to: 'staff', event: 'bid', ids: { bidIds: [1], lotIds: ['2'] } });
  expect(buffer.since(first, reader)).toBeNull();
  buffer.begin();
  expect(buffer.since(first, reader)).toBeNull();
});
