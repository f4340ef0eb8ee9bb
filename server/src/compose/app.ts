import { join } from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { agentSheetRoutes } from '../agent/sheet-routes.ts';
import { type AuthOptions, authRoutes } from '../auth/routes.ts';
import { findCurrentUser } from '../auth/session/current-user-queries.ts';
import { serviceTokenAuth } from '../back-office/service-token-auth.ts';
import { releaseHeld } from '../bids/outcomes/apply-lot-result.ts';
import { findAllowedYen } from '../bids/place/allowed-amount.ts';
import { bidRoutes } from '../bids/routes.ts';
import { channelRoutes } from '../channels/routes.ts';
import { chatRoutes } from '../chat/routes.ts';
import { companyBackOfficeRoutes } from '../company/back-office-routes.ts';
import { brandRoutes, readPageBrand } from '../company/brand-routes.ts';
import { companyRoutes } from '../company/routes.ts';
import { viewDoor } from '../costs/client-door.ts';
import { findCostTable } from '../costs/queries.ts';
import { costRoutes } from '../costs/routes.ts';
import { eventRoutes } from '../events/routes.ts';
import { favoriteRoutes } from '../favorites/routes.ts';
import { feedRoutes } from '../feed/back-office-routes.ts';
import { importRoutes } from '../feed/import-log/import-routes.ts';
import { feedNameRoutes } from '../feed/names/name-routes.ts';
import { feedWordRoutes } from '../feed/words/word-routes.ts';
import { changeRole, createInvitedAccount, makePasswordLink } from '../flows/accounts/account-access.ts';
import { changeSetting } from '../flows/accounts/change-setting.ts';
import { clientFiguresRoutes } from '../flows/accounts/client-figures.ts';
import { chargeFee } from '../flows/auctions/charge-fee.ts';
import { onLotResult } from '../flows/auctions/on-lot-result.ts';
import { settleWin } from '../flows/auctions/settle-win.ts';
import { feedSourceRoutes } from '../flows/imports/source-routes.ts';
import { findImportVerdict, openLotId } from '../flows/lots/lot-costs.ts';
import { findChassisNumber, findOpenLot } from '../lots/core/open-lot.ts';
import type { ListIndex } from '../lots/list-index/list-index.ts';
import { lotRoutes } from '../lots/routes.ts';
import { type DemoMailbox, demoMailRoutes } from '../mail/demo-routes.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { paymentRoutes } from '../payments/routes.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import { scansBeforeDrawings } from '../photos/sheet-source.ts';
import { pictureSourceRoutes } from '../photos/status/source-routes.ts';
import { openPhotoStore } from '../photos/store/open-photo-store.ts';
import { storedSheets } from '../photos/store/stored-sheets.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { cookieNames } from '../platform/http/cookies.ts';
import { createApp } from '../platform/http/create-app.ts';
import { docsRoutes } from '../platform/http/docs.ts';
import { healthRoutes } from '../platform/http/health/health.ts';
import { callBudgets } from '../platform/http/limits/budgets.ts';
import type { CostlyProcess } from '../platform/http/limits/costly-process.ts';
import { securityHeaders } from '../platform/http/pages/security-headers.ts';
import { webPages } from '../platform/http/pages/web-pages.ts';
import {
  type Config,
  type Messengers,
  NO_MESSENGERS,
  portalAddress,
  type Secrets,
} from '../platform/process/config.ts';
import { isDiskFull } from '../platform/process/data-dir.ts';
import type { Log } from '../platform/process/log.ts';
import { priceRecordRoutes } from '../prices/record-routes.ts';
import { type DocumentStore, NO_DOCUMENTS } from '../purchases/documents/document-store.ts';
import { purchaseFiles } from '../purchases/documents/download-document.ts';
import { invoiceRoutes } from '../purchases/documents/invoice-routes.ts';
import { purchaseManagerRoutes } from '../purchases/manager-routes.ts';
import { purchaseRoutes } from '../purchases/routes.ts';
import { searchRoutes } from '../searches/routes.ts';
import { findPagePreview } from '../sharing/preview-routes.ts';
import { productionMonthRoutes } from '../sheets/production-month-routes.ts';
import { sheetReaderName } from '../sheets/readers/open-reader.ts';
import { clientRoutes } from '../users/client-routes.ts';
import { userRoutes } from '../users/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import type { Drawings } from './demonstration.ts';
import { pagePreload } from './page-preload.ts';
import { registerPhotoCalls, registerPictures } from './register-photos.ts';
import { registerSheetCalls, registerSheetPictures } from './register-sheets.ts';

/** Registers every call of the contract; dependencies between capabilities are injected here. */
export function registerCalls(
  app: FastifyInstance,
  database: Database,
  {
    mailbox = null,
    documents = NO_DOCUMENTS,
    webhooksInside = false,
    messengers = NO_MESSENGERS,
    followsEvents = true,
    sheets,
    sheetReader,
    listFolder,
    listPatienceMs,
    ...authOptions
  }: AuthOptions & {
    sheets?: SheetSource;
    /** Name of the reader of sheets; the portal's own when absent. */
    sheetReader?: string;
    mailbox?: DemoMailbox | null;
    documents?: DocumentStore;
    webhooksInside?: boolean;
    messengers?: Messengers;
    followsEvents?: boolean;
    /** Folder of the list index file; in memory when absent. */
    listFolder?: string;
    /** How long a list waits for the newest changes. */
    listPatienceMs?: number;
  },
): ListIndex {
  authRoutes(app, database, authOptions);
  userRoutes(app, database, { findAllowedYen });
  const { secretKey } = authOptions;
  clientRoutes(app, database, {
    changeRole,
    createInvitedAccount: (tx, account, actor) => createInvitedAccount(tx, account, secretKey, actor),
    invite: async (tx, userId, actor) => void (await makePasswordLink(tx, { userId, secretKey, byMail: true }, actor)),
  });
  clientFiguresRoutes(app, database);
  companyRoutes(app, database);
  companyBackOfficeRoutes(app, database, { changeSetting });
  feedRoutes(app, database, { onOutcome: onLotResult });
  feedNameRoutes(app, database);
  feedWordRoutes(app, database);
  importRoutes(app, database);
  feedSourceRoutes(app, database);
  pictureSourceRoutes(app, database);
  demoMailRoutes(app, database, mailbox);
  const listIndex = lotRoutes(app, database, {
    ...(listFolder === undefined ? {} : { listFolder }),
    listPatienceMs,
    // The costly process reads no lines.
    isFinderBuiltAhead: followsEvents,
    readYenPer: async () => (await findCostTable(database.db))?.table.rates ?? {},
    readDoor: async (userId) => {
      const { door, destinations } = await viewDoor(database.db, userId);
      const own = destinations.find(({ code }) => code === door.destination);
      return own ? { names: [own.code, own.label.en, own.label.ru], currency: door.currency } : null;
    },
  });
  bidRoutes(app, database, { settleWin, findImportVerdict });
  chatRoutes(app, database);
  agentSheetRoutes(app, database, { onAcknowledged: releaseHeld });
  costRoutes(app, database, {
    findOpenLot: (page, id, currentUser) => openLotId(database.db, page, id, currentUser),
  });
  purchaseRoutes(app, database);
  purchaseManagerRoutes(app, database, { chargeFee, documents });
  invoiceRoutes(app, database);
  paymentRoutes(app, database);
  webhookRoutes(app, database, { secretKey, allowsPrivate: webhooksInside });
  priceRecordRoutes(app, database);
  searchRoutes(app, database);
  favoriteRoutes(app, database);
  notificationRoutes(app, database, authOptions);
  channelRoutes(app, database, { secretKey, publicUrl: authOptions.publicUrl, messengers });
  if (followsEvents)
    eventRoutes(app, database, {
      findOpenLots: async (lotIds, currentUser) => {
        const lots = await Promise.all(lotIds.map((lotId) => findOpenLot(database.db, lotId, currentUser)));
        return lotIds.filter((_, at) => lots[at]);
      },
    });
  registerPhotoCalls(app, database, authOptions);
  registerSheetCalls(app, database, { sheets, readerName: sheetReader });
  productionMonthRoutes(app, database, {
    findChassisNumber: (lotId, currentUser) => findChassisNumber(database.db, lotId, currentUser),
  });
  return listIndex;
}

interface Portal {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Log;
  /** Folder of the built web app, or null to serve calls only. */
  webDist: string | null;
  /** True when this process is about to end; load balancers then stop routing requests to it. */
  isLeaving?: () => boolean;
  drawings?: Drawings | null;
  /** Renders documents, pages and pictures in another process. */
  costlyProcess?: CostlyProcess | null;
  /** This is the process for costly work: the main process has applied budgets already, and it follows no events. */
  isCostlyProcess?: boolean;
}

/** Builds the whole portal as one Fastify app, not yet listening. */
export async function buildPortal({
  config,
  secrets,
  database,
  log,
  webDist,
  isLeaving,
  drawings = null,
  costlyProcess = null,
  isCostlyProcess = false,
}: Portal): Promise<FastifyInstance> {
  const cookies = cookieNames(config.publicUrl, config.port);
  const app = createApp({
    log,
    strictReplies: config.strictReplies,
    trustedProxies: config.trustedProxies,
    cookies,
    publicUrl: config.publicUrl,
    findCurrentUser: (token) => findCurrentUser(database.db, token),
    ...(isCostlyProcess
      ? { isCostlyProcess }
      : {
          services: serviceTokenAuth(database.db),
          budgets: callBudgets(database.db, async () => (await readSettings(database.db)).callsPerMinute),
          connections: { maxPerNetwork: config.connectionsPerAddress },
          costlyProcess,
        }),
  });
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  securityHeaders(app, {
    https: config.publicUrl?.startsWith('https:') ?? false,
    usesRecaptcha: async () => (await readSettings(database.db)).humanCheck === 'recaptcha',
  });
  let listIndex: ListIndex | null = null;
  healthRoutes(app, database, {
    ...(isCostlyProcess ? {} : { findLists: () => listIndex?.state() ?? null }),
    metricsToken: isCostlyProcess ? undefined : secrets.metricsToken,
    isLeaving,
    isDiskFull: () => isDiskFull(config.dataDir),
  });
  const documents = await openPhotoStore({ address: config.documentStore, dataDir: config.dataDir }, secrets.bucket);
  const cacheDir = join(config.dataDir, 'pictures');
  const store = await openPhotoStore({ address: config.photoStore, dataDir: config.dataDir }, secrets.bucket);
  const sheets = scansBeforeDrawings(storedSheets({ cacheDir, store }), drawings?.openSheets(cacheDir) ?? null);
  listIndex = registerCalls(app, database, {
    cookies,
    sheets,
    sheetReader: sheetReaderName(config.sheetReaderUrl),
    documents,
    webhooksInside: config.webhooksInside,
    messengers: secrets.messengers,
    secretKey: secrets.secretKey,
    recaptcha: secrets.recaptcha,
    publicUrl: config.publicUrl,
    mailbox: { dir: join(config.dataDir, 'mail'), origin: portalAddress(config) },
    followsEvents: !isCostlyProcess,
    listFolder: join(config.dataDir, 'lists'),
  });
  // Filled during start-up, so that the first reader of a list does not wait.
  listIndex.current().catch(() => {});
  registerPictures(app, database, {
    ...{ cacheDir, store, sheets },
    drawn: drawings?.openPictures(cacheDir) ?? null,
    portalPhoto: drawings?.portalPhoto ?? null,
    secretKey: secrets.secretKey,
    cookies,
  });
  purchaseFiles(app, database, documents);
  registerSheetPictures(app, database, { cacheDir, sheets, readerName: sheetReaderName(config.sheetReaderUrl) });
  docsRoutes(app, database);
  brandRoutes(app, database);
  if (webDist)
    webPages(app, {
      ...{ dist: webDist, publicUrl: config.publicUrl, preload: pagePreload(cookies) },
      previewOf: (pathname, company) => findPagePreview(database.db, pathname, company),
      brandOf: () => readPageBrand(database.db),
    });
  return app;
}
