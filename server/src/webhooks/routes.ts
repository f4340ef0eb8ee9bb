import * as calls from '@seri/contract/webhooks/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { onceInTransaction } from '../platform/http/idempotency.ts';
import { idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { resend, setTarget, type WebhookRules } from './change-target.ts';
import { type DeliveryRow, findDeliveries, findTargets } from './queries.ts';

/** Webhook targets for the provider's programs; the admin commands have the same functions. */
export function webhookRoutes(app: FastifyInstance, { db }: Database, rules: WebhookRules): void {
  registerRoute(app, calls.serviceWebhooks, async () => ({
    success: true as const,
    items: (await findTargets(db)).map(({ lastDeliveredAt, ...target }) => ({
      ...target,
      lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    })),
  }));

  registerRoute(app, calls.serviceSetWebhook, ({ body, service, request }) =>
    onceInTransaction(db, idempotencyKey(request, service), async (tx) => {
      await setTarget(tx, body, rules);
      return { success: true as const };
    }),
  );

  registerRoute(app, calls.serviceDeliveries, async ({ query }) => {
    const { page, pageSize } = query;
    const { items, found, all } = await findDeliveries(db, query, query);
    return {
      success: true as const,
      items: items.map(toDelivery),
      pageInfo: { page, pageSize, totalSearchResults: found, totalResults: all },
    };
  });

  registerRoute(app, calls.serviceResend, ({ body, service, request }) =>
    onceInTransaction(db, idempotencyKey(request, service), async (tx) => ({
      success: true as const,
      resent: await resend(tx, body),
    })),
  );
}

const toDelivery = ({ at, nextAttemptAt, deliveredAt, ...row }: DeliveryRow): calls.Delivery => ({
  ...row,
  at: at.toISOString(),
  nextAttemptAt: row.state === 'waiting' ? nextAttemptAt.toISOString() : null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
});
