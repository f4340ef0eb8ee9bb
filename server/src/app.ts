import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { agentSheetRoutes } from './agent/sheet-routes.ts';
import { type AuthOptions, authRoutes } from './auth/routes.ts';
import { findViewer } from './auth/viewer-queries.ts';
import { findAllowedYen } from './bids/allowed-amount.ts';
import { bidRoutes } from './bids/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { favoriteRoutes } from './favorites/routes.ts';
import { firstAnswers } from './first-answers.ts';
import { orderAcknowledged } from './flows/order-acknowledged.ts';
import { settleWin } from './flows/settle-win.ts';
import { findChassisNumber } from './lots/open-lot.ts';
import { lotRoutes } from './lots/routes.ts';
import { type DemoMailbox, demoMailRoutes } from './mail/demo-routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { openPhotoStore } from './photos/open-photo-store.ts';
import { readSettings } from './platform/company-settings.ts';
import { type Config, portalAddress, type Secrets } from './platform/config.ts';
import type { Database } from './platform/db.ts';
import { callBudgets } from './platform/http/budgets.ts';
import { cookieNames } from './platform/http/cookies.ts';
import { createApp } from './platform/http/create-app.ts';
import { docsRoutes } from './platform/http/docs.ts';
import { healthRoutes } from './platform/http/health.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { webPages } from './platform/http/web-pages.ts';
import type { Log } from './platform/log.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { registerPhotoCalls, registerPictures } from './register-photos.ts';
import { registerSheetCalls, registerSheetPictures } from './register-sheets.ts';
import { searchRoutes } from './searches/routes.ts';
import { findPagePreview } from './sharing/preview-routes.ts';
import { productionMonthRoutes } from './sheets/production-month-routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every call of the contract on one app; what crosses capabilities is handed in here. */
export function registerCalls(
  app: FastifyInstance,
  database: Database,
  { mailbox = null, ...authOptions }: AuthOptions & { mailbox?: DemoMailbox | null },
): void {
  authRoutes(app, database, authOptions);
  userRoutes(app, database, { findAllowedYen });
  companyRoutes(app, database);
  demoMailRoutes(app, database, mailbox);
  lotRoutes(app, database);
  bidRoutes(app, database, { settleWin });
  agentSheetRoutes(app, database, { onAcknowledged: orderAcknowledged });
  purchaseRoutes(app, database);
  paymentRoutes(app, database);
  searchRoutes(app, database);
  favoriteRoutes(app, database);
  registerPhotoCalls(app, database, authOptions);
  registerSheetCalls(app, database);
  productionMonthRoutes(app, database, {
    findChassisNumber: (lotId, viewer) => findChassisNumber(database.db, lotId, viewer),
  });
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
    budgets: callBudgets(database.db, async () => (await readSettings(database.db)).callsPerMinute),
  });
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  securityHeaders(app, {
    https: config.publicUrl?.startsWith('https:') ?? false,
    usesRecaptcha: async () => (await readSettings(database.db)).humanCheck === 'recaptcha',
  });
  healthRoutes(app, database, secrets.metricsToken);
  registerCalls(app, database, {
    cookies,
    secretKey: secrets.secretKey,
    recaptcha: secrets.recaptcha,
    publicUrl: config.publicUrl,
    mailbox: { dir: join(config.dataDir, 'mail'), origin: portalAddress(config) },
  });
  registerPictures(app, database, {
    cacheDir: join(config.dataDir, 'pictures'),
    store: await openPhotoStore({ address: config.photoStore, dataDir: config.dataDir }, secrets.bucket),
    secretKey: secrets.secretKey,
    cookies,
  });
  registerSheetPictures(app, database, { cacheDir: join(config.dataDir, 'pictures') });
  docsRoutes(app);
  const previewOf = async (pathname: string) =>
    findPagePreview(database.db, pathname, (await readSettings(database.db)).companyName);
  if (webDist) webPages(app, { dist: webDist, boot: firstAnswers, previewOf, publicUrl: config.publicUrl });
  return app;
}
