import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderStore } from '../../photos/store/folder-store.ts';
import { buyCar } from '../../testing/fixtures/purchases.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { setDueDay } from '../manage/manage-purchase.ts';
import { purchaseRoutes } from '../routes.ts';
import { addDocument, removeDocument } from './add-document.ts';
import type { DocumentStore } from './document-store.ts';
import { purchaseFiles } from './download-document.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let folder: string;
let store: DocumentStore;
let portal: TestPortal;
let anna: Person;
let boris: Person;
let maria: Person;
let car: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-documents-'));
  store = folderStore(folder);
  portal = await testPortal((app, database) => {
    purchaseRoutes(app, database);
    purchaseFiles(app, database, store);
  });
  const { db } = portal.database;
  [anna, boris] = [await createPerson(db), await createPerson(db)];
  maria = await createPerson(db, { roleId: 991 });
  car = await buyCar(db, anna);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (more: Partial<Parameters<typeof addDocument>[2]> = {}) =>
  addDocument(portal.database.db, store, {
    ...{ purchaseId: car, by: maria.id, kind: 'exportCertificate', name: 'Export certificate', content: PDF },
    ...more,
  });
const view = async () => (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=P${car}`)).body;
const open = (person: Person | null, id: number | string) =>
  portal.app.inject({ url: `/v1/files/${id}`, headers: person ? { cookie: person.cookie } : {} });

describe('a document of a purchase', () => {
  // @covers ASVS-5.2.2, SEC-08
  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ])('is no %s, whatever its name', async (_, content) => {
    await expect(add({ content, name: 'invoice.pdf' })).rejects.toMatchObject({ code: 'Purchase.DocumentType' });
    expect(readdirSync(folder)).toEqual([]);
  });

  // @covers ASVS-5.1.1
  test('is at most ten megabytes', async () => {
    const content = Buffer.concat([PDF, Buffer.alloc(10 * 1024 ** 2)]);
    await expect(add({ content })).rejects.toMatchObject({ code: 'Purchase.DocumentTooLarge' });
  });

  test('belongs to an existing purchase', async () => {
    await expect(add({ purchaseId: 999_999 })).rejects.toMatchObject({ code: 'NotFound' });
  });

  // @covers ASVS-5.4.1, PURCH-02, SEC-08
  test('is opened by its buyer and by managers, as a download', async () => {
    const id = await add();
    expect((await view()).documents).toEqual([
      { documentId: id, name: 'Export certificate', path: `/v1/files/${id}`, type: 'pdf', kind: 'exportCertificate' },
    ]);
    for (const person of [anna, maria]) {
      const reply = await open(person, id);
      expect([reply.statusCode, reply.rawPayload.equals(PDF)]).toEqual([200, true]);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^attachment; filename="S-\d+-exportCertificate\.pdf"$/),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  // @covers SEC-03
  test('is closed to other clients, by its address or by guess, and the reply is that for a missing document', async () => {
    const id = await add();
    expect((await open(null, id)).statusCode).toBe(401);
    const [foreign, missing] = [await open(boris, id), await open(boris, 999_999)];
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(foreign.json().messageCode).toBe(missing.json().messageCode);
    const bare = await createPerson(portal.database.db, { roleId: 991, permissions: { bidManagementEnabled: false } });
    expect((await open(bare, id)).statusCode).toBe(404);
    for (const guess of ['0', '-1', '1e3', '..', '%2e%2e%2fsecret-key', '99999999999999999999', `${id}.pdf`])
      expect((await open(anna, guess)).statusCode, guess).toBe(404);
  });

  test('uploaded again is the first one; after its removal the old link opens nothing', async () => {
    const id = await add();
    expect(await add()).toBe(id);
    await removeDocument(portal.database.db, { documentId: id, by: maria.id });
    expect((await view()).documents).toEqual([]);
    for (const person of [anna, maria]) expect((await open(person, id)).statusCode).toBe(404);
    await expect(removeDocument(portal.database.db, { documentId: id, by: null })).rejects.toThrow('NotFound');
  });

  test('that is an invoice needs the flag of invoices', async () => {
    const id = await add({ kind: 'invoice', name: 'Auction invoice' });
    expect((await open(anna, id)).statusCode).toBe(200);
    const setFlag = async (downloadInvoice: boolean) => {
      const { permissions } = await portal.database.db
        .selectFrom('users')
        .select('permissions')
        .where('id', '=', anna.id)
        .executeTakeFirstOrThrow();
      const changed = JSON.stringify({ ...(permissions as object), downloadInvoice });
      await portal.database.db.updateTable('users').set({ permissions: changed }).where('id', '=', anna.id).execute();
    };
    await setFlag(false);
    expect((await open(anna, id)).statusCode).toBe(403);
    expect(await view()).toMatchObject({ documents: [], invoiceAvailable: false, invoiceUrl: null });
    await setFlag(true);
  });
});

// @covers PURCH-09
test('the check list shows existing documents and the due days of the others, an agreed day before the usual one', async () => {
  const { db } = portal.database;
  const purchaseId = await buyCar(db, anna, { day: '2026-11-20' });
  const list = async () =>
    (await portal.ask(anna, 'GET', `/v1/purchased-cars/view-car?id=P${purchaseId}`)).body.checkList;
  await add({ purchaseId, kind: 'deregistration', name: 'Deregistration' });
  await setDueDay(db, { purchaseId, by: maria.id, kind: 'exportCertificate', dueOn: '2026-12-24' });
  await db.updateTable('purchases').set({ etd: '2026-12-10' }).where('id', '=', purchaseId).execute();
  expect(await list()).toEqual([
    { kind: 'invoice', dueOn: '2026-11-20', isDone: true },
    { kind: 'exportCertificate', dueOn: '2026-12-24', isDone: false },
    { kind: 'deregistration', dueOn: '2026-12-04', isDone: true },
    { kind: 'billOfLading', dueOn: '2026-12-15', isDone: false },
  ]);
  await setDueDay(db, { purchaseId, by: maria.id, kind: 'exportCertificate', dueOn: null });
  expect((await list())[1].dueOn).toBe('2026-12-04');
});
