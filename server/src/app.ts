import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findViewer } from './auth/queries.ts';
import { authRoutes } from './auth/routes.ts';
import { bidRoutes } from './bids/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { settleWin } from './flows/settle-win.ts';
import { lotRoutes } from './lots/routes.ts';
import { findSheet } from './lots/sheet-queries.ts';
import { paymentRoutes } from './payments/routes.ts';
import { photoRoutes } from './photos/routes.ts';
import type { Config, Secrets } from './platform/config.ts';
import type { Database } from './platform/db.ts';
import { type CookieNames, cookieNames } from './platform/http/cookies.ts';
import { createApp } from './platform/http/create-app.ts';
import { docsRoutes } from './platform/http/docs.ts';
import { healthRoutes } from './platform/http/health.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { type Ask, webPages } from './platform/http/web-pages.ts';
import type { Log } from './platform/log.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every call of the contract on one app; what crosses capabilities is handed in here. */
export function registerCalls(
  app: FastifyInstance,
  database: Database,
  { cookies, secretKey }: { cookies: CookieNames; secretKey: string },
): void {
  authRoutes(app, database, { cookies, secretKey });
  userRoutes(app, database);
  companyRoutes(app, database);
  lotRoutes(app, database);
  bidRoutes(app, database, { settleWin });
  purchaseRoutes(app, database);
  paymentRoutes(app, database);
}

interface Portal {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Log;
  /** Folder of the built web app, or null to answer calls only. */
  webDist: string | null;
}

/** The whole portal as one Fastify app, not yet listening. */
export async function buildPortal({ config, secrets, database, log, webDist }: Portal): Promise<FastifyInstance> {
  const cookies = cookieNames(config.publicUrl, config.port);
  const viewerOf = (token: string) => findViewer(database.db, token);
  const app = createApp({
    log,
    strictReplies: config.strictReplies,
    trustedProxies: config.trustedProxies,
    cookies,
    publicUrl: config.publicUrl,
    findViewer: viewerOf,
  });
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  securityHeaders(app, { https: config.publicUrl?.startsWith('https:') ?? false });
  healthRoutes(app, database, secrets.metricsToken);
  registerCalls(app, database, { cookies, secretKey: secrets.secretKey });
  photoRoutes(app, {
    cacheDir: join(config.dataDir, 'pictures'),
    findSheet: (lotId, viewer) => findSheet(database.db, lotId, viewer),
  });
  docsRoutes(app);
  if (webDist) webPages(app, { dist: webDist, boot });
  return app;
}

/** The first screen's answers travel with the page; on a listing its first page too. */
async function boot(request: FastifyRequest, ask: Ask): Promise<object> {
  const { pathname, search } = new URL(request.url, 'http://seri.invalid');
  const [settings, session] = await Promise.all([ask('/v1/site/company-settings'), ask('/v1/user/view-profile')]);
  const address = `/v1/car-auction/listing${search}`;
  const isListing = session !== undefined && (pathname === '/' || pathname === '/car-auction');
  const reply = isListing ? await ask(address) : undefined;
  return { settings, session, listing: reply && { address, reply } };
}
