import type { Socket } from 'node:net';
import { LIVE_BEAT, LIVE_BEAT_MS } from '@seri/contract/events/routes.ts';
import { type EventBuffer, eventsOf, forReader, NO_IDS, REFRESH_ALL, type Reader } from './event-buffer.ts';
import type { Notice } from './notices.ts';

export interface Stream extends Reader {
  socket: Socket;
  sessionId: string;
  isStaff: boolean;
}

/** Maximum of unsent bytes in one connection. A slower reader is disconnected and reconnects later. */
const MAX_UNREAD_BYTES = 32_768;
const BEAT_SLICES = 20;
/** A browser opens at most six connections to a server, and other calls need some of them. */
const MAX_STREAMS_PER_SESSION = 4;
const MAX_STREAMS_PER_USER = 6;
const MAX_STREAMS_PER_PROCESS = 20_000;

const BEAT = Buffer.from(`event: ${LIVE_BEAT}\ndata: {}\n\n`);

/**
 * The open streams of this process. Built for ten thousand of them: each costs only this record and its connection. An
 * event is matched with all streams, by the same rule as the events that a reader missed.
 */
export function openStreams(buffer: EventBuffer) {
  const all = new Map<Socket, Stream & { slice: number }>();
  let opened = 0;
  let tick = 0;

  // One listener for all streams: `this` is the connection.
  function onClose(this: Socket) {
    all.delete(this);
  }

  function send({ socket }: Stream, bytes: Buffer) {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(bytes);
  }

  function end({ socket }: Stream, lastBytes?: Buffer) {
    all.delete(socket);
    if (lastBytes) socket.write(lastBytes);
    // A reader with unsent data would delay the end.
    if (socket.writableLength > 0) socket.destroy();
    else socket.destroySoon();
  }

  const countOf = (which: (stream: Stream) => boolean) => [...all.values()].filter(which).length;

  // One timer for all streams: each tick serves one slice of them.
  const beats = setInterval(() => {
    tick = (tick + 1) % BEAT_SLICES;
    for (const stream of all.values()) if (stream.slice === tick) send(stream, BEAT);
  }, LIVE_BEAT_MS / BEAT_SLICES);
  beats.unref();

  return {
    mayOpen: ({ userId, sessionId }: Pick<Stream, 'userId' | 'sessionId'>): boolean =>
      countOf((stream) => stream.userId === userId) < MAX_STREAMS_PER_USER &&
      countOf((stream) => stream.sessionId === sessionId) < MAX_STREAMS_PER_SESSION,
    isFull: (): boolean => all.size >= MAX_STREAMS_PER_PROCESS,
    /** Adds a connection with sent headers, and first sends the events its reader missed. */
    open: (stream: Stream, after: string | undefined) => {
      const { socket } = stream;
      if (socket.destroyed) return;
      socket.on('close', onClose);
      all.set(socket, { ...stream, slice: opened++ % BEAT_SLICES });
      const missed = buffer.since(after, stream);
      // Sends an id even if nothing was missed, so that the reader can resume from it.
      if (!missed) send(stream, buffer.bytesFor('refresh', NO_IDS));
      else if (missed.length === 0) send(stream, Buffer.from(`id: ${buffer.lastId()}\n${BEAT.toString()}`));
      else for (const event of missed) send(stream, buffer.bytesOf(event));
    },
    notice: (notice: Notice) => {
      const { ended = [], rights = [], staffRights = false } = notice;
      const events = eventsOf(notice).map(buffer.add);
      const changed = buffer.bytesFor('refresh', NO_IDS);
      for (const stream of all.values()) {
        for (const event of events) {
          const visible = forReader(event, stream);
          if (visible) send(stream, buffer.bytesOf(visible));
        }
        if (ended.includes(stream.sessionId)) end(stream);
        // These readers reconnect with their new permissions.
        else if (rights.includes(stream.userId) || (staffRights && stream.isStaff)) end(stream, changed);
      }
    },
    refreshAll: () => {
      const bytes = buffer.bytesFor('refresh', REFRESH_ALL);
      for (const stream of all.values()) send(stream, bytes);
    },
    sessions: (): string[] => [...new Set([...all.values()].map(({ sessionId }) => sessionId))],
    endSessions: (sessionIds: readonly string[]) => {
      for (const stream of all.values()) if (sessionIds.includes(stream.sessionId)) end(stream);
    },
    endAll: () => {
      clearInterval(beats);
      for (const stream of all.values()) end(stream);
    },
  };
}
