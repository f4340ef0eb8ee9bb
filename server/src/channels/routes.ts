import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Channel } from '@seri/contract/channels/channels.ts';
import * as calls from '@seri/contract/channels/routes.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '@seri/contract/notifications/routes.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { leadsInside } from '../platform/outside-address.ts';
import { readPhone } from '../platform/phone.ts';
import type { Messengers } from '../platform/process/config.ts';
import {
  addEndpoint,
  confirmCode,
  createLink,
  findBotName,
  findDeliveries,
  findEndpoints,
  findSettings,
  removeOwnEndpoint,
  requestCode,
  saveSettings,
} from './endpoint-queries.ts';
import { readPushIdentity } from './identity-queries.ts';
import { linkKeyHash } from './link-key.ts';
import { isPublicAddress } from './send/http-call.ts';

const DONE = { success: true as const };
const DELIVERIES_SHOWN = 50;

export interface ChannelOptions {
  secretKey: string;
  publicUrl?: string | undefined;
  messengers: Messengers;
}

const ONLY_STAFF: readonly NotificationKind[] = ['urgent_bid', 'order_failed', 'vehicle_question'];
const STAFF_KINDS: readonly NotificationKind[] = [...ONLY_STAFF, 'chat_message', 'lot_withdrawn'];
const DEFAULTS = {
  ...{ choices: {}, quiet: null, timeZone: 'Asia/Tokyo', urgentBreaksQuiet: false, digestAt: '08:00' },
  showsDetails: false,
};

/** Choices of notices outside the portal, linked devices and messengers, and for managers what reached a client. */
export function channelRoutes(
  app: FastifyInstance,
  { db }: Database,
  { secretKey, publicUrl = 'http://localhost', messengers }: ChannelOptions,
): void {
  // The first start creates the keys: a call that only reads must not. Without a database the portal still starts, and the
  // next start creates them.
  app.addHook('onReady', async () => {
    await readPushIdentity(db, { secretKey, publicUrl }).catch((error: unknown) =>
      app.log.warn({ err: error }, 'the keys of push messages could not be read'),
    );
  });

  registerRoute(app, calls.viewChannels, async ({ currentUser }) => {
    const { userId, sessionId, userType } = currentUser;
    const [settings, endpoints, identity, bot] = await Promise.all([
      findSettings(db, userId),
      findEndpoints(db, userId),
      readPushIdentity(db, { secretKey, publicUrl }),
      messengers.telegram ? findBotName(db) : null,
    ]);
    const isStaff = userType === USER_TYPE.manager;
    const configured = (['whatsapp', 'line', 'max'] as const).filter((channel) => messengers[channel]);
    return {
      ...DONE,
      settings: settings ?? DEFAULTS,
      isSaved: settings !== undefined,
      kinds: isStaff ? [...STAFF_KINDS] : NOTIFICATION_KINDS.filter((kind) => !ONLY_STAFF.includes(kind)),
      offered: ['mail', 'push', ...(bot ? (['telegram'] as const) : []), ...configured] as Channel[],
      pushKey: identity.publicKey,
      endpoints: endpoints.map((row) => ({
        id: row.id,
        channel: row.channel,
        label: row.label,
        isOwn: row.session_id === sessionId,
        isConfirmed: row.confirmed_at !== null,
        addedAt: row.created_at.toISOString(),
        lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
        isFailing: row.failing_since !== null,
        mutedUntil: row.muted_until && row.muted_until > new Date() ? row.muted_until.toISOString() : null,
      })),
    };
  });

  registerRoute(app, calls.saveChannels, async ({ body, currentUser }) => {
    if (!(await saveSettings(db, currentUser.userId, body)))
      throw new ApiError('Field.Invalid', { fields: { timeZone: ['Field.Invalid'] } });
    return DONE;
  });

  registerRoute(app, calls.subscribePush, async ({ body, currentUser, request }) => {
    const { endpoint, p256dh, auth } = body;
    // Asking for an address takes longest, and a resolver that does not answer holds a thread: last.
    if (!isPublicAddress(endpoint) || !isKey(p256dh, auth) || (await leadsInside(new URL(endpoint).hostname)))
      throw new ApiError('Channel.Address', { fields: { endpoint: ['Channel.Address'] } });
    const { userId, sessionId } = currentUser;
    const label = String(request.headers['user-agent'] ?? '').slice(0, 300);
    const push = { keys: { p256dh, auth }, sessionId };
    const isAdded = await db
      .transaction()
      .execute((tx) => addEndpoint(tx, { userId, channel: 'push', address: endpoint, label, push }));
    if (!isAdded) throw new ApiError('Channel.Limit');
    return DONE;
  });

  registerRoute(app, calls.linkTelegram, async ({ currentUser }) => {
    const bot = messengers.telegram ? await findBotName(db) : null;
    if (!bot) throw new ApiError('Channel.NotOffered');
    const key = randomBytes(24).toString('base64url');
    const until = await createLink(db, currentUser.userId, 'telegram', linkKeyHash(key));
    return { ...DONE, url: `https://t.me/${bot}?start=${key}`, until: until.toISOString() };
  });

  const codeHash = (userId: number, channel: Channel, code: string): Buffer =>
    createHmac('sha256', secretKey).update(`channel code ${userId} ${channel} ${code}`).digest();

  registerRoute(app, calls.addMessenger, async ({ body, currentUser }) => {
    const { channel } = body;
    if (!messengers[channel]) throw new ApiError('Channel.NotOffered');
    const address = addressOf(channel, body.address);
    if (address === null) throw new ApiError('Channel.Address', { fields: { address: ['Channel.Address'] } });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const { userId } = currentUser;
    const result = await requestCode(db, {
      ...{ userId, channel, address, code },
      codeHash: codeHash(userId, channel, code),
    });
    if (result === 'too many codes') throw new ApiError('TooManyTries');
    if (result === 'too many addresses') throw new ApiError('Channel.Limit');
    return DONE;
  });

  registerRoute(app, calls.confirmMessenger, async ({ body: { channel, code }, currentUser: { userId } }) => {
    if (!(await confirmCode(db, userId, channel, codeHash(userId, channel, code))))
      throw new ApiError('Channel.Code', { fields: { code: ['Channel.Code'] } });
    return DONE;
  });

  registerRoute(app, calls.removeEndpoint, async ({ body: { id }, currentUser: { userId } }) => {
    if (!(await removeOwnEndpoint(db, userId, id))) throw new NotFound();
    return DONE;
  });

  registerRoute(app, calls.listDeliveries, async ({ query: { userId } }) => {
    const rows = await findDeliveries(db, userId, DELIVERIES_SHOWN);
    if (!rows) throw new NotFound();
    return {
      ...DONE,
      deliveries: rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        finishedAt: row.finishedAt?.toISOString() ?? null,
      })),
    };
  });
}

/** A point of the curve P-256 without compression, and a secret of 16 bytes (RFC 8291). */
function isKey(p256dh: string, auth: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
}

/** The address as the messenger expects it; null when it cannot be one. */
function addressOf(channel: Channel, typed: string): string | null {
  if (channel === 'whatsapp') return readPhone(typed, null);
  if (channel === 'line') return /^U[0-9a-f]{32}$/.test(typed) ? typed : null;
  return /^-?\d{1,18}$/.test(typed) ? typed : null;
}
