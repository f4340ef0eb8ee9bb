import { type Resending, resending, type WebhookTarget, webhookTarget } from '@seri/contract/webhooks/events.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { leadsInside } from '../platform/outside-address.ts';
import { insertTarget, lockTarget, resendDeliveries, saveTarget } from './queries.ts';
import { isAllowed } from './send-event.ts';
import { encryptTargetSecret } from './target-secret.ts';

export interface WebhookRules {
  secretKey: string;
  /** Also allows plain http, this machine and private networks. */
  allowsPrivate: boolean;
}

/** Creates or changes a target by name. Throws Webhook.Address, and Field.Required for a new one without a secret. */
export async function setTarget(tx: Tx, input: WebhookTarget, { secretKey, allowsPrivate }: WebhookRules) {
  const { name, url, kinds, secret, isEnabled } = checked(webhookTarget, input);
  const isInside = !isAllowed(url, allowsPrivate) || (!allowsPrivate && (await leadsInside(new URL(url).hostname)));
  if (isInside) throw new ApiError('Webhook.Address', { fields: { url: ['Webhook.Address'] } });
  const known = await lockTarget(tx, name);
  if (!known && secret === undefined) throw new ApiError('Field.Required', { fields: { secret: ['Field.Required'] } });
  const id = known?.id ?? (await insertTarget(tx, { name, url, kinds }));
  const encryptedSecret = secret === undefined ? undefined : encryptTargetSecret(secretKey, id, secret);
  await saveTarget(tx, id, { url, kinds: [...new Set(kinds)], isEnabled, encryptedSecret });
}

/** Queues deliveries again under their event ids. Returns their number. Throws NotFound. */
export async function resend(tx: Tx, input: Resending): Promise<number> {
  const { target, deliveryId } = checked(resending, input);
  const known = await lockTarget(tx, target);
  if (!known) throw new NotFound();
  const resent = await resendDeliveries(tx, known.id, deliveryId);
  if (deliveryId !== undefined && resent === 0) throw new NotFound();
  return resent;
}
