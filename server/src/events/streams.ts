import type { Socket } from 'node:net';
import { LIVE_BEAT, LIVE_BEAT_MS } from '@seri/contract/events/routes.ts';
import type { Notice } from './notices.ts';
import { eventsOf, NO_IDS, REFRESH_ALL, type Reader, type ToldEvent, type ToldEvents } from './told-events.ts';

export interface Stream extends Reader {
  socket: Socket;
  sessionId: string;
  isStaff: boolean;
}

/** So much may lie unread in one connection: who reads slower is cut off and asks again when he can. */
const MOST_UNREAD_BYTES = 32_768;
const BEAT_SLICES = 20;
/** A browser has six connections to one server, and other calls need theirs. */
const STREAMS_A_SESSION = 4;
const STREAMS_A_PERSON = 6;
const STREAMS_A_PROCESS = 20_000;

const BEAT = Buffer.from(`event: ${LIVE_BEAT}\ndata: {}\n\n`);

type Index<Key> = Map<Key, Set<Stream>>;

/**
 * The open streams of this process. Written for ten thousand of them: nothing of its own per stream but this record,
 * its place in the indexes, and the connection.
 */
export function openStreams(told: ToldEvents) {
  const all = new Map<Socket, Stream>();
  const byUser: Index<number> = new Map();
  const bySession: Index<string> = new Map();
  const byLot: Index<string> = new Map();
  const staff = new Set<Stream>();
  const slices = Array.from({ length: BEAT_SLICES }, () => new Set<Stream>());
  let opened = 0;
  let tick = 0;

  function onClose(this: Socket) {
    const stream = all.get(this);
    if (stream) remove(stream);
  }

  function remove(stream: Stream) {
    all.delete(stream.socket);
    leave(byUser, stream.userId, stream);
    leave(bySession, stream.sessionId, stream);
    for (const lotId of stream.lotIds) leave(byLot, lotId, stream);
    staff.delete(stream);
    for (const slice of slices) if (slice.delete(stream)) break;
  }

  function send(stream: Stream, bytes: Buffer) {
    const { socket } = stream;
    if (socket.writableLength > MOST_UNREAD_BYTES) socket.destroy();
    else socket.write(bytes);
  }

  function end(streams: Iterable<Stream>, lastWord?: Buffer) {
    for (const stream of [...streams]) {
      remove(stream);
      const { socket } = stream;
      if (lastWord) socket.write(lastWord);
      // Who does not read would hold the end back.
      if (socket.writableLength > 0) socket.destroy();
      else socket.destroySoon();
    }
  }

  function tell(event: ToldEvent) {
    if (event.to === 'everybody') for (const stream of all.values()) send(stream, told.bytesOf(event));
    else if (event.to === 'staff') for (const stream of staff) send(stream, told.bytesOf(event));
    else if (event.to !== 'followers')
      for (const stream of byUser.get(event.to.userId) ?? []) send(stream, told.bytesOf(event));
    else
      for (const lotId of event.ids.lotIds) {
        const followers = byLot.get(lotId);
        if (!followers) continue;
        const bytes = told.bytesFor('lot', { bidIds: [], lotIds: [lotId] });
        for (const stream of followers) send(stream, bytes);
      }
  }

  // One timer for all: each second a twentieth of them.
  const beats = setInterval(() => {
    tick = (tick + 1) % BEAT_SLICES;
    for (const stream of slices[tick] ?? []) send(stream, BEAT);
  }, LIVE_BEAT_MS / BEAT_SLICES);
  beats.unref();

  return {
    mayOpen: ({ userId, sessionId }: Pick<Stream, 'userId' | 'sessionId'>): boolean =>
      (byUser.get(userId)?.size ?? 0) < STREAMS_A_PERSON && (bySession.get(sessionId)?.size ?? 0) < STREAMS_A_SESSION,
    isFull: (): boolean => all.size >= STREAMS_A_PROCESS,
    /** Takes a connection whose head is written; what its reader missed comes first. */
    open: (stream: Stream, after: string | undefined) => {
      const { socket } = stream;
      if (socket.destroyed) return;
      socket.on('close', onClose);
      all.set(socket, stream);
      join(byUser, stream.userId, stream);
      join(bySession, stream.sessionId, stream);
      for (const lotId of stream.lotIds) join(byLot, lotId, stream);
      if (stream.readsAll) staff.add(stream);
      slices[opened++ % BEAT_SLICES]?.add(stream);
      const missed = told.since(after, stream);
      // The first id counts even when nothing was missed.
      if (!missed) send(stream, told.bytesFor('refresh', NO_IDS));
      else if (missed.length === 0) send(stream, Buffer.from(`id: ${told.lastId()}\n${BEAT.toString()}`));
      else for (const event of missed) send(stream, told.bytesOf(event));
    },
    notice: (notice: Notice) => {
      const { ended = [], rights = [], staffRights } = notice;
      for (const event of eventsOf(notice)) tell(told.add(event));
      for (const sessionId of ended) end(bySession.get(sessionId) ?? []);
      // They come back with what they may see now.
      const changed = told.bytesFor('refresh', NO_IDS);
      for (const userId of rights) end(byUser.get(userId) ?? [], changed);
      if (staffRights)
        end(
          [...all.values()].filter(({ isStaff }) => isStaff),
          changed,
        );
    },
    refreshAll: () => {
      const bytes = told.bytesFor('refresh', REFRESH_ALL);
      for (const stream of all.values()) send(stream, bytes);
    },
    sessions: (): string[] => [...bySession.keys()],
    endSession: (sessionId: string) => end(bySession.get(sessionId) ?? []),
    endAll: () => {
      clearInterval(beats);
      end(all.values());
    },
  };
}

function join<Key>(index: Index<Key>, key: Key, stream: Stream) {
  const streams = index.get(key);
  if (streams) streams.add(stream);
  else index.set(key, new Set([stream]));
}

function leave<Key>(index: Index<Key>, key: Key, stream: Stream) {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
