import * as calls from '@seri/contract/agent/sheet-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { findOpenBids } from './open-bid-queries.ts';
import { confirmSheet, type OnAcknowledged } from './order-sheet.ts';
import { findNewestSheets } from './order-sheet-queries.ts';

interface AgentFlows {
  /** Injected, since it crosses capabilities. */
  onAcknowledged: OnAcknowledged;
}

export function agentSheetRoutes(app: FastifyInstance, database: Database, { onAcknowledged }: AgentFlows): void {
  registerRoute(app, calls.openBids, async () => {
    const { now, bids } = await findOpenBids(database.db);
    return { writtenAt: japanIso(now), bids };
  });
  registerRoute(app, calls.orderSheets, async () => {
    const sheets = await findNewestSheets(database.db);
    return sheets.map(({ writtenAt, mailedAt, confirmedAt, ...sheet }) => ({
      ...sheet,
      writtenAt: japanIso(writtenAt),
      mailedAt: mailedAt && japanIso(mailedAt),
      confirmedAt: confirmedAt && japanIso(confirmedAt),
    }));
  });
  registerRoute(app, calls.confirmSheet, async ({ body, currentUser }) => {
    await confirmSheet(database, { ...body, userId: currentUser.userId, onAcknowledged });
    return { success: true as const };
  });
}
