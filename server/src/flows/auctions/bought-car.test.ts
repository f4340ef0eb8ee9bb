import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bidRoutes } from '../../bids/routes.ts';
import { folderStore } from '../../photos/store/folder-store.ts';
import { renderPdf } from '../../platform/pdf/pdf-document.ts';
import { addDocument } from '../../purchases/documents/add-document.ts';
import { purchaseFiles } from '../../purchases/documents/download-document.ts';
import { invoiceRoutes } from '../../purchases/documents/invoice-routes.ts';
import { setPurchaseStatus, setShipping } from '../../purchases/manage/manage-purchase.ts';
import { purchaseRoutes } from '../../purchases/routes.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { readPdf } from '../../testing/http/read-pdf.ts';
import { chargeFee } from './charge-fee.ts';
import { settleWin } from './settle-win.ts';

const folder = mkdtempSync(join(tmpdir(), 'seri-way-'));
const store = folderStore(folder);
let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => {
    bidRoutes(app, database, { settleWin });
    purchaseRoutes(app, database);
    invoiceRoutes(app, database);
    purchaseFiles(app, database, store);
  });
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const textOf = async (url: string) => {
  const { statusCode, rawPayload } = await fixture.app.inject({ url, headers: { cookie: fixture.anna.cookie } });
  expect([url, statusCode]).toEqual([url, 200]);
  return (await readPdf(rawPayload)).pages.flat().join('\n');
};

// @covers PAY-08, PURCH-02
test('a car goes from the win to its port: booked, shipped, with documents and an invoice in both languages', async () => {
  const bidId = await fixture.placed(fixture.anna, await createLot(fixture.db), 400_000);
  await fixture.setStatus(fixture.maria, bidId, 6);
  await fixture.ask(fixture.maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '380000' });
  expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId })).status).toBe(200);
  const { carsList } = (await fixture.ask(fixture.anna, 'GET', '/v1/purchased-cars/')).body;
  const [{ id }] = carsList;
  const managed = { purchaseId: Number(id.slice(1)), by: fixture.maria.id };

  await chargeFee(fixture.db, { ...managed, kind: 'freight', amountYen: 45_000 });
  await setShipping(fixture.db, { ...managed, change: { vessel: 'Asahi Maru', etd: '2026-12-01', eta: '2026-12-04' } });
  const content = await renderPdf({
    ...{ title: 'Bill of lading', heading: 'Bill of lading', language: 'en', issuedAt: new Date() },
    ...{ company: { name: 'Asahi Line', lines: [] }, facts: [], addressee: ['Anna'], blocks: [], footer: '' },
  });
  await addDocument(fixture.db, store, { ...managed, kind: 'billOfLading', name: 'Bill of lading', content });
  for (const status of [1, 2, 3, 4, 5]) await setPurchaseStatus(fixture.db, { ...managed, status });

  const { body } = await fixture.ask(fixture.anna, 'GET', `/v1/purchased-cars/view-car?id=${id}`);
  expect(body.logistics).toMatchObject({ status: 5, vessel: 'Asahi Maru', eta: '2026-12-04' });
  expect(body.steps.map(({ status }: { status: number }) => status)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await textOf(body.documents[0].path)).toContain('Bill of lading');

  const total = String(body.finances.total).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
  expect(await textOf(body.invoiceUrl)).toContain(`Total\t${total} ¥`);
  await fixture.db.updateTable('users').set({ language: 693 }).where('id', '=', fixture.anna.id).execute();
  expect(await textOf(body.invoiceUrl)).toContain(`Итого\t${total} ¥`);
  for (const url of [body.documents[0].path, body.invoiceUrl]) {
    const reply = await fixture.app.inject({ url, headers: { cookie: fixture.boris.cookie } });
    expect(reply.statusCode).toBe(404);
  }
  await fixture.expectSound();
});
