import { PassThrough } from 'node:stream';
import { hashPassword } from '@seri/server/auth/account/password.ts';
import { insertCostTable } from '@seri/server/costs/queries.ts';
import { fitNow } from '@seri/server/feed/projections/run-refit.ts';
import { runImport } from '@seri/server/feed/run-import.ts';
import { onLotResult } from '@seri/server/flows/auctions/on-lot-result.ts';
import { importFacts } from '@seri/server/lots/fact-tables/import-facts.ts';
import { bookDeposit } from '@seri/server/payments/book-posting.ts';
import { DEMO_PASSWORD } from '@seri/server/platform/company-settings.ts';
import type { Database, Db } from '@seri/server/platform/db/db.ts';
import { findFact, isEmptyPortal, recordFact, saveSettings } from '@seri/server/platform/db/installation.ts';
import { japanDay, shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { progressBar } from '@seri/server/platform/process/terminal.ts';
import { readDemoCosts, readDemoPowers } from '../market/source-tables.ts';
import { countDemoRows, writeDemoFeed } from '../market/write-feed.ts';
import { createDemoPeople } from './demo-people.ts';

/** Japanese days of lots loaded initially: about 21,000 upcoming ones and 110,000 past sales of 18 months. */
export interface DemoExtent {
  daysPast: number;
  daysAhead: number;
}
/** Age in days of the clients' deposits: before all their purchases. */
const CLIENTS_SINCE_DAYS = 80;
export const POWERS = {
  name: 'catalogs',
  source: 'Power of common cars from catalogs of their makers, entered by hand, to be verified',
  date: '2026-11-26',
};
const FULL_EXTENT: DemoExtent = { daysPast: 549, daysAhead: 7 };

/** Fills a new database as the demonstration, or completes an interrupted run. Returns whether anything was done. */
export async function fillDemonstration(database: Database, extent = FULL_EXTENT): Promise<boolean> {
  const { db } = database;
  if ((await findFact(db, 'demo_filled')) === true) return false;
  if (await isEmptyPortal(db)) await createPeople(db);
  else if ((await findFact(db, 'demo')) !== true) return false;
  await importFacts(db, POWERS, readDemoPowers());
  await loadLots(database, japanDay(new Date()), extent);
  await recordFact(db, 'demo_filled', true);
  return true;
}

async function createPeople(db: Db): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    const now = new Date(Date.now() - CLIENTS_SINCE_DAYS * 86_400_000);
    await createDemoPeople(tx, {
      passwordHash,
      bookDeposit: (_, deposit) => bookDeposit(tx, { ...deposit, now, isPast: true }),
    });
    await saveSettings(tx, {
      winSettleMinutes: 0,
      notice: {
        en: 'Seri Demo Hall sells a car or a motorcycle every 40 seconds, day and night: bid there to see your result within minutes.',
        ru: 'Seri Demo Hall продаёт автомобиль или мотоцикл каждые 40 секунд, днём и ночью: результат ставки там виден через несколько минут.',
      },
      messageUrl: 'mailto:manager@demo.seri',
    });
    await insertCostTable(tx, readDemoCosts());
    await recordFact(tx, 'demo', true);
  });
}

async function loadLots(database: Database, today: string, { daysPast, daysAhead }: DemoExtent): Promise<void> {
  const days = { from: shiftDay(today, -daysPast), to: shiftDay(today, daysAhead) };
  const now = new Date();
  const bar = progressBar('Loading demonstration lots', countDemoRows({ ...days, now }));
  const rows = new PassThrough({ highWaterMark: 1 << 20 });
  const written = writeDemoFeed({ ...days, now, out: rows }).catch((error: unknown) => rows.destroy(error as Error));
  await runImport({
    database,
    input: rows,
    sourceName: 'demonstration',
    firstLoad: true,
    onOutcome: onLotResult,
    onProgress: (counts) => bar.at(counts.read),
  });
  await written;
  bar.end();
  await fitNow(database);
}
