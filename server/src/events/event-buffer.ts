import { randomBytes } from 'node:crypto';
import type { LiveEventName, LiveIds } from '@seri/contract/events/routes.ts';
import type { AboutBid, Notice } from './notices.ts';

/** Receivers of an event. The ids of a `lot` event name the lots of its followers. */
type Audience = 'everybody' | 'staff' | 'followers' | { userId: number };

export interface BufferedEvent {
  no: number;
  to: Audience;
  event: LiveEventName;
  ids: LiveIds;
  /** Encoded once for all readers. */
  bytes?: Buffer;
  lots?: Set<string>;
}

export interface Reader {
  userId: number;
  /** A manager who may see all bids. */
  seesAllBids: boolean;
  lotIds: readonly string[];
}

/** Enough for a few minutes of a busy day. */
const MAX_EVENTS = 5_000;
/** A page opens the stream after loading its data; a new stream therefore starts with the events of this period. */
const PAGE_LOAD_MS = 10_000;
/** When all readers must reload, they spread their requests randomly over this period. */
const SPREAD_MS = 10_000;

export const NO_IDS: LiveIds = { bidIds: [], lotIds: [] };
export const REFRESH_ALL: LiveIds = { ...NO_IDS, spreadMs: SPREAD_MS };

/** The latest events of this process in order, so that an interrupted stream can resume. */
export function createEventBuffer() {
  let epoch = '';
  let lastNo = 0;
  let buffered: (BufferedEvent & { atMs: number })[] = [];

  const idOf = (no: number) => `${epoch}-${no}`;
  const encode = (event: LiveEventName, ids: LiveIds, no: number): Buffer =>
    Buffer.from(`id: ${idOf(no)}\nevent: ${event}\ndata: ${JSON.stringify(ids)}\n\n`);
  const add = (event: Omit<BufferedEvent, 'no'>): BufferedEvent => {
    lastNo += 1;
    const entry = { ...event, no: lastNo, atMs: performance.now() };
    buffered.push(entry);
    if (buffered.length > 2 * MAX_EVENTS) buffered = buffered.slice(-MAX_EVENTS);
    return entry;
  };
  const begin = () => {
    epoch = randomBytes(6).toString('base64url');
    buffered = [];
  };
  begin();

  return {
    /** Starts a new epoch: events during a disconnect are lost, so all earlier ids become invalid. */
    begin,
    lastId: () => idOf(lastNo),
    add,
    bytesOf: (entry: BufferedEvent): Buffer => {
      entry.bytes ??= encode(entry.event, entry.ids, entry.no);
      return entry.bytes;
    },
    /** Encodes an event for a single reader under the newest id. */
    bytesFor: (event: LiveEventName, ids: LiveIds): Buffer => encode(event, ids, lastNo),
    /** The events a reader missed since an id, or without an id since the page began to load; null if the id is too old or unknown. */
    since: (after: string | undefined, reader: Reader): BufferedEvent[] | null => {
      const missed = after === undefined ? recentEvents() : eventsAfter(after);
      return missed?.flatMap((entry) => forReader(entry, reader) ?? []) ?? null;
    },
  };

  function recentEvents() {
    const fromMs = performance.now() - PAGE_LOAD_MS;
    return buffered.filter(({ atMs }) => atMs >= fromMs);
  }

  function eventsAfter(after: string) {
    const dash = after.lastIndexOf('-');
    const no = Number(after.slice(dash + 1));
    if (after.slice(0, dash) !== epoch || !Number.isInteger(no) || no > lastNo) return null;
    const firstNo = lastNo - buffered.length + 1;
    return no + 1 < firstNo ? null : buffered.slice(no + 1 - firstNo);
  }
}
export type EventBuffer = ReturnType<typeof createEventBuffer>;

/** The event reduced to what this reader may receive, or null. */
export function forReader(entry: BufferedEvent, { userId, seesAllBids, lotIds }: Reader): BufferedEvent | null {
  const { no, to, event, ids } = entry;
  if (to === 'everybody') return entry;
  if (to === 'staff') return seesAllBids ? entry : null;
  if (to !== 'followers') return to.userId === userId ? entry : null;
  entry.lots ??= new Set(ids.lotIds);
  const { lots } = entry;
  const followed = lotIds.filter((lotId) => lots.has(lotId));
  return followed.length > 0 ? { no, to, event, ids: { bidIds: [], lotIds: followed } } : null;
}

/** The events of a notice: one for each affected client and dealer, one for staff, one for followers of the lots. */
export function eventsOf(notice: Notice): Omit<BufferedEvent, 'no'>[] {
  const { bid = [], chat = [], lot = [], counter = [], company = false } = notice;
  return [
    ...eventsAboutBids('bid', bid),
    ...eventsAboutBids('chat', chat),
    ...(lot.length > 0
      ? [{ to: 'followers' as const, event: 'lot' as const, ids: { bidIds: [], lotIds: lot.map(String) } }]
      : []),
    ...counter.map((userId) => ({ to: { userId }, event: 'counter' as const, ids: NO_IDS })),
    ...(company ? [{ to: 'everybody' as const, event: 'company' as const, ids: REFRESH_ALL }] : []),
  ];
}

function eventsAboutBids(event: 'bid' | 'chat', bids: AboutBid[]): Omit<BufferedEvent, 'no'>[] {
  if (bids.length === 0) return [];
  const byReader = new Map<number, AboutBid[]>();
  for (const bid of bids) {
    const [, , client, dealer] = bid;
    for (const reader of dealer === null ? [client] : [client, dealer])
      byReader.set(reader, [...(byReader.get(reader) ?? []), bid]);
  }
  return [
    { to: 'staff', event, ids: idsOf(bids) },
    ...[...byReader].map(([userId, ownBids]) => ({ to: { userId }, event, ids: idsOf(ownBids) })),
  ];
}

const idsOf = (bids: AboutBid[]): LiveIds => ({
  bidIds: bids.map(([bidId]) => bidId),
  lotIds: [...new Set(bids.map(([, lotId]) => String(lotId)))],
});
