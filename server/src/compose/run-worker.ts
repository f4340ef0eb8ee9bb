import { join } from 'node:path';
import { lotPhotos } from '../flows/channels/lot-photo.ts';
import { searchLineIn } from '../flows/channels/search-line.ts';
import { scansBeforeDrawings } from '../photos/sheet-source.ts';
import { openPhotoStore } from '../photos/store/open-photo-store.ts';
import { storedSheets } from '../photos/store/stored-sheets.ts';
import { openDatabase, openJobPool } from '../platform/db/db.ts';
import { findRunningPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import type { OutsideDoor } from '../platform/outside-fetch.ts';
import { ConfigError, portalAddress, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { openSheetReader } from '../sheets/readers/open-reader.ts';
import type { DemonstrationAdapters } from './demonstration.ts';
import { JOB_CONNECTIONS, startWorker } from './worker.ts';

/** Runs one worker process on an existing database. Several workers share the work. Measurements replace the door. */
export async function runWorker(
  adapters: Omit<DemonstrationAdapters, 'programs'> | null,
  door?: OutsideDoor,
): Promise<void> {
  try {
    const { config, secrets } = readConfig();
    const databaseUrl = config.databaseUrl ?? findRunningPostgres(config.dataDir);
    if (!databaseUrl) throw new ConfigError('DATABASE_URL is needed to run a worker process of its own');
    const { agentWebhookUrl: url } = config;
    const { agentWebhookSecret: secret } = secrets;
    if (url && !secret) throw new ConfigError('AGENT_WEBHOOK_SECRET is needed with AGENT_WEBHOOK_URL');
    const log = createLog('worker', config.logLevel);
    if (config.folderWarning) log.warn(config.folderWarning);
    const database = openDatabase(databaseUrl, log);
    const jobPool = openJobPool(databaseUrl, log, JOB_CONNECTIONS);
    const agent = url && secret ? { url, secret } : null;
    const cacheDir = join(config.dataDir, 'pictures');
    const store = await openPhotoStore({ address: config.photoStore, dataDir: config.dataDir }, secrets.bucket);
    const worker = await startWorker({
      database,
      jobPool,
      agent,
      extraPhotos: adapters?.extraPhotos() ?? null,
      sheets: {
        reader: openSheetReader(config.sheetReaderUrl, secrets.sheetReaderSecret),
        pictures: scansBeforeDrawings(storedSheets({ cacheDir, store }), adapters?.openSheets(cacheDir) ?? null),
      },
      photos: store,
      ...(door && { door }),
      openBidsDir: join(config.dataDir, 'open-bids'),
      agentMailTo: config.agentMailTo ?? null,
      inboxDir: join(config.dataDir, 'inbox'),
      webhooksInside: config.webhooksInside,
      messengers: secrets.messengers,
      searchLine: searchLineIn(database.db),
      photoOf: lotPhotos(database.db, { cacheDir, store, drawings: adapters?.openPictures(cacheDir) ?? null }),
      mail: {
        smtpUrl: secrets.smtpUrl,
        folder: join(config.dataDir, 'mail'),
        mailFrom: config.mailFrom,
        publicUrl: portalAddress(config),
        secretKey: secrets.secretKey,
      },
      log,
    });
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      void worker
        .stop()
        .then(() => Promise.all([database.close(), jobPool.end()]))
        .finally(() => process.exit(0));
    };
    process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
    // The parent may have ended meanwhile; this process then ends with the channel.
    process.send?.({ ready: true }, () => {});
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
