import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from '@seri/contract/channels/channels.ts';
import type { Db } from '../platform/db/db.ts';
import { queueMail } from '../platform/mail-outbox.ts';
import type { Log } from '../platform/process/log.ts';
import { composeMessage, noticeTexts, noticeWords, pathOf } from './compose-message.ts';
import {
  type ClaimedDelivery,
  claimDue,
  dropDeliveries,
  markDelivered,
  pauseChannel,
  postponeDeliveries,
  removeDeadEndpoint,
  saveMessages,
  scheduleNext,
} from './delivery-queries.ts';
import { findFacts, type NoticeFacts } from './facts-queries.ts';
import type { Message, Outcome, Send } from './send/outcome.ts';

/** The rate that a channel's service accepts. */
interface Pace {
  /** Messages of all workers together; null without a limit. */
  perSecond: number | null;
  /** Addresses of a batch that are served at the same time. */
  concurrency: number;
  /** Pause between two messages to one address. */
  gapMs: number;
  batch: number;
}

/** Telegram allows about 30 messages a second and one a second to a chat; the others have limits far above our use. */
const PACE: Record<Channel, Pace> = {
  mail: { perSecond: null, concurrency: 4, gapMs: 0, batch: 50 },
  push: { perSecond: null, concurrency: 32, gapMs: 0, batch: 256 },
  telegram: { perSecond: 25, concurrency: 25, gapMs: 1_050, batch: 25 },
  whatsapp: { perSecond: 50, concurrency: 16, gapMs: 0, batch: 50 },
  line: { perSecond: 50, concurrency: 16, gapMs: 0, batch: 50 },
  max: { perSecond: 25, concurrency: 16, gapMs: 0, batch: 25 },
};
/** More waiting messages to one address become one. */
const MAX_SEPARATE = 3;

export interface NoticeOptions {
  db: Db;
  /** Channels that are configured. */
  senders: Partial<Record<Channel, Send>>;
  /** The portal's address without a trailing slash. */
  publicUrl: string;
  /** A picture of the lot for messengers that show one. */
  photoOf?: (lotId: number) => Promise<Buffer | null>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  signal: AbortSignal;
}

/**
 * Sends all due notices on all channels at the same time, so that a slow service delays no other. Each delivery is
 * claimed, sent outside any transaction, and marked. A worker killed in between leaves a lease; after it the message
 * is sent again with the same notices under the same tag, which browsers and LINE recognise (docs/decisions/005).
 */
export async function deliverNotices(options: NoticeOptions): Promise<void> {
  const channels = ['mail', ...(Object.keys(options.senders) as Channel[])] as Channel[];
  const results = await Promise.allSettled(channels.map((channel) => drain(options, channel)));
  await scheduleNext(options.db, channels);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function drain(options: NoticeOptions, channel: Channel): Promise<void> {
  const { batch: limit, perSecond, concurrency } = PACE[channel];
  while (!options.signal.aborted) {
    const { deliveries, startInMs } = await claimDue(options.db, { channel, limit, perSecond });
    if (deliveries.length === 0) return;
    const facts = await findFacts(
      options.db,
      deliveries.flatMap(({ notificationId }) => notificationId ?? []),
    );
    const startAtMs = performance.now() + startInMs;
    const addresses = groupByAddress(deliveries).map(messagesOf);
    await saveMessages(options.db, addresses.flat());
    const queue = [...addresses.entries()];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [place, messages] = next;
        // Evenly, because a service counts within any second.
        const dueInMs = perSecond === null ? 0 : startAtMs + (place * 1_000) / perSecond - performance.now();
        if (dueInMs > 0) await wait(dueInMs, undefined, { signal: options.signal }).catch(() => {});
        await serve(options, channel, messages, facts);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
}

/** Deliveries of one address in their order; the addresses in the order of their first delivery. */
function groupByAddress(deliveries: ClaimedDelivery[]): ClaimedDelivery[][] {
  const groups = Map.groupBy(deliveries, ({ endpointId, userId }) => endpointId ?? -userId);
  return [...groups.values()];
}

interface PlannedMessage {
  /** The largest id of its deliveries: unique, and the same in a repeat. */
  messageId: number;
  ids: number[];
  deliveries: [ClaimedDelivery, ...ClaimedDelivery[]];
}

/** The messages to one address: those of earlier attempts as they were, then new ones. */
function messagesOf(deliveries: ClaimedDelivery[]): PlannedMessage[] {
  const earlier = Map.groupBy(
    deliveries.filter(({ messageId }) => messageId !== null),
    ({ messageId }) => messageId,
  );
  const fresh = deliveries.filter(({ messageId }) => messageId === null);
  const together = fresh.length > MAX_SEPARATE ? fresh : fresh.filter(({ isGrouped }) => isGrouped);
  const separate = fresh.filter((one) => !together.includes(one)).map((one) => [one]);
  return [...earlier.values(), ...separate, together].flatMap(([first, ...others]) => {
    if (!first) return [];
    const ids = [first, ...others].map(({ id }) => id);
    return [{ messageId: first.messageId ?? Math.max(...ids), ids, deliveries: [first, ...others] }];
  });
}

async function serve(
  options: NoticeOptions,
  channel: Channel,
  messages: PlannedMessage[],
  facts: Map<number, NoticeFacts>,
): Promise<void> {
  for (const [at, message] of messages.entries()) {
    if (at > 0) await wait(PACE[channel].gapMs);
    await sendMessage(options, channel, message, facts);
  }
}

async function sendMessage(
  options: NoticeOptions,
  channel: Channel,
  planned: PlannedMessage,
  facts: Map<number, NoticeFacts>,
): Promise<void> {
  const { db, log } = options;
  const { deliveries: part } = planned;
  const [first] = part;
  if (first.isDisabled) return dropDeliveries(db, part, 'the account is disabled');
  if (channel === 'mail') return queueByMail(options, part, facts);
  const { endpointId, address, pushKeys } = first;
  if (endpointId === null || address === null) return dropDeliveries(db, part, 'the address was removed');
  const message = await messageOf(options, channel, planned, facts);
  if (!message) return dropDeliveries(db, part, 'the event is gone');
  const outcome = await attempt(options, channel, { address, pushKeys }, message);
  const fields = { channel, deliveries: part.length, endpointId };
  if (outcome.result === 'sent') return markDelivered(db, part, endpointId);
  const { reason } = outcome;
  if (outcome.result === 'gone') {
    log.info({ ...fields, reason }, 'an address for notices is removed');
    await dropDeliveries(db, part, reason);
    return removeDeadEndpoint(db, endpointId, reason);
  }
  if (outcome.result === 'refused') {
    log.warn({ ...fields, reason }, 'a notice was refused');
    return dropDeliveries(db, part, reason);
  }
  log.warn({ ...fields, reason }, 'a notice will be sent again');
  const { afterSeconds, everyone = false } = outcome;
  if (everyone) await pauseChannel(db, channel, afterSeconds ?? 30);
  await postponeDeliveries(db, part, { reason, afterSeconds, everyone, endpointId });
}

async function attempt(
  { senders, signal }: NoticeOptions,
  channel: Channel,
  target: Parameters<Send>[0],
  message: Message,
): Promise<Outcome> {
  try {
    const send = senders[channel];
    return send ? await send(target, message, signal) : { result: 'retry', reason: 'the channel is not configured' };
  } catch (error) {
    return { result: 'retry', reason: describe(error) };
  }
}

async function messageOf(
  { publicUrl, photoOf }: NoticeOptions,
  channel: Channel,
  { messageId, deliveries: part }: PlannedMessage,
  facts: Map<number, NoticeFacts>,
): Promise<Message | null> {
  const [first] = part;
  const message = composeMessage({
    notices: part.flatMap(({ notificationId }) => facts.get(notificationId ?? 0) ?? []),
    code: first.code,
    language: first.language,
    publicUrl,
    isDetailed: channel !== 'push' || first.showsDetails,
    tag: `n${messageId}`,
  });
  const lotId = facts.get(first.notificationId ?? 0)?.lot?.id;
  if (!message || channel !== 'telegram' || part.length > 1 || lotId === undefined) return message;
  return { ...message, photo: (await photoOf?.(lotId).catch(() => null)) ?? null };
}

/** Hands the notices over to the mail outbox, in one transaction with their marks. */
async function queueByMail(
  { db, publicUrl }: NoticeOptions,
  part: ClaimedDelivery[],
  facts: Map<number, NoticeFacts>,
): Promise<void> {
  const [{ userId, id, language }] = part as [ClaimedDelivery, ...ClaimedDelivery[]];
  const texts = noticeTexts(language);
  const items = part.flatMap(({ notificationId }) => {
    const notice = facts.get(notificationId ?? 0);
    return notice ? [{ ...noticeWords(notice, texts), url: publicUrl + pathOf(notice) }] : [];
  });
  if (items.length === 0) return dropDeliveries(db, part, 'the event is gone');
  await db.transaction().execute(async (tx) => {
    await queueMail(tx, { kind: 'notices', userId, items }, `notices:${id}`);
    await markDelivered(tx, part, null);
  });
}

function describe(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time';
  // Addresses of push services and bot tokens are secrets: the text of a network error may contain them.
  return code ? `the connection failed (${code})` : message.replaceAll(/https?:\/\/\S+/g, '…').slice(0, 200);
}
