import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { placeBid, quietLot } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'verify-bid-log.mjs');

// @covers SEC-06
test('a client downloads the log of their bids, and the script verifies it', async ({
  page,
  signIn,
  sql,
  findsNothing,
}) => {
  const anna = await newPerson(readDemonstration().databaseUrl);
  await sql('update bid_clients set credit_limit_yen = 9000000 where user_id = $1', [anna.userId]);
  await signIn(page, anna.email, anna.password);
  const lot = await quietLot(sql);
  await placeBid(page, lot.id, 400_000);
  await page.goto('/archive-bids');
  const log = page.getByRole('region', { name: 'Log of your bids' });
  await findsNothing(page);
  await page.route('**/v1/bid/export-log', (route) => route.abort());
  await log.getByRole('button', { name: 'Download the log' }).click();
  await expect(log.getByRole('alert')).toContainText('The log was not downloaded');
  await page.unroute('**/v1/bid/export-log');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    log.getByRole('button', { name: 'Download the log' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^bid-log-\d{4}-\d\d-\d\d\.json$/);
  const said = execFileSync(process.execPath, [SCRIPT, await download.path()], { encoding: 'utf8' });
  expect(said).toContain(`lot ${lot.id}, status 1, 400000 yen`);
  expect(said).toContain('1 events of client');
});
