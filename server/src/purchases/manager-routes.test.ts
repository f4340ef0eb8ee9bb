import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_DOCUMENT_BYTES } from '@seri/contract/purchases/papers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerCalls } from '../compose/app.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { buyCar } from '../testing/fixtures/purchases.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { createProgram } from '../testing/http/programs.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
let folder: string;
let portal: TestPortal;
let anna: Person;
let maria: Person;
let program: Person;
let purchaseId: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-documents-'));
  portal = await testPortal((app, database) =>
    registerCalls(app, database, { ...CALL_OPTIONS, documents: folderStore(folder) }),
  );
  const { db } = portal.database;
  anna = await createPerson(db, { fullName: 'Anna 100% Petrova' });
  maria = await createPerson(db, { roleId: 991, fullName: 'Maria Sato' });
  program = await createProgram(db);
  purchaseId = await buyCar(db, anna, { lot: { lot_no: 4711, chassis_number: 'ZVW50-8711' } });
  await buyCar(db, await createPerson(db), { lot: { lot_no: 12, chassis_number: 'E12-1' }, status: 3 });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same calls by a manager and by a program. */
const WAYS = [
  { who: 'a manager', asker: () => maria, base: '/v1/purchases', list: '/v1/purchases/list', name: () => 'Maria Sato' },
  {
    who: 'a program',
    asker: () => program,
    base: '/v1/back-office/purchases',
    list: '/v1/back-office/purchases',
    name: () => program.email,
  },
];
const content = PDF.toString('base64');

describe.each(WAYS)('$who', ({ asker, base, list, name }) => {
  const put = (what: string, body: object, headers = {}) =>
    portal.ask(asker(), 'PUT', `${base}/${what}`, { purchaseId, ...body }, headers);
  const post = (what: string, body: object) => portal.ask(asker(), 'POST', `${base}/${what}`, body);
  const view = async () => (await portal.ask(asker(), 'GET', `${base}/view?purchaseId=${purchaseId}`)).body;
  const found = async (query: string) => (await portal.ask(asker(), 'GET', `${list}?${query}`)).body;
  const skus = async (query: string) => (await found(query)).items.map(({ lotNo }: { lotNo: number }) => lotNo);

  test('gets errors for invalid input and missing objects', async () => {
    for (const query of ['status=9', 'userId=0', 'page=0', 'client=1'])
      expect((await portal.ask(asker(), 'GET', `${list}?${query}`)).status, query).toBe(400);
    for (const [what, body] of [
      ['status', { status: 9 }],
      ['shipping', { etd: 'soon' }],
      ['shipping', { price: 5 }],
      ['note', { note: 'x'.repeat(2_001) }],
      ['due', { paper: 'other', dueOn: null }],
      ['fee', { kind: 'carPrice', amountYen: 1 }],
      ['fee', { kind: 'freight', amountYen: -1 }],
    ] as const)
      expect((await put(what, body)).status, what).toBe(422);
    for (const [what, body] of [
      ['status', { status: 1 }],
      ['shipping', { voyage: '1' }],
      ['note', { note: 'x' }],
      ['due', { paper: 'invoice', dueOn: null }],
      ['fee', { kind: 'freight', amountYen: 1 }],
    ] as const)
      expect((await put(what, { ...body, purchaseId: 999_999 })).status, what).toBe(404);
    const document = { purchaseId: 999_999, kind: 'other', name: 'Paper', content };
    expect((await post('add-document', document)).status).toBe(404);
    expect((await post('remove-document', { documentId: 999_999 })).status).toBe(404);
    expect((await portal.ask(asker(), 'GET', `${base}/view?purchaseId=999999`)).status).toBe(404);
  });

  // @covers API-02
  test('finds purchases by client, vehicle, chassis, SKU, lot and number, and by status', async () => {
    const { sku } = (await found('search=4711')).items[0];
    for (const text of ['100% pet', `C-${String(anna.id).padStart(4, '0')}`, 'w50-87', sku, '4711', `p${purchaseId}`])
      expect(await skus(`search=${encodeURIComponent(text)}`), text).toEqual([4711]);
    expect(await skus('search=471')).toEqual([]);
    expect(await skus('search=100_')).toEqual([]);
    expect(await skus('status=3')).toEqual([12]);
    expect(await skus(`userId=${anna.id}`)).toEqual([4711]);
    expect((await found('search=4711')).pageInfo).toMatchObject({ totalSearchResults: 1, totalResults: 2 });
  });

  // @covers PURCH-08
  test('sets status, shipping, costs and due days of documents; each change names its author', async () => {
    const asManager = asker() === maria;
    const etd = asManager ? '2026-12-01' : '2026-12-02';
    const freight = asManager ? 30_000 : 45_000;
    expect((await put('shipping', { vessel: 'Asahi Maru', etd, eta: '2026-12-09' })).status).toBe(200);
    expect(await put('shipping', { eta: '2026-11-01' })).toMatchObject({
      ...{ status: 422, body: { messageCode: 'Purchase.DateOrder' } },
    });
    expect((await put('status', { status: asManager ? 1 : 2 })).status).toBe(200);
    expect((await put('note', { note: `From ${name()}` })).status).toBe(200);
    expect((await put('due', { paper: 'billOfLading', dueOn: asManager ? '2026-12-24' : null })).status).toBe(200);
    const key = { 'idempotency-key': 'freight' };
    for (const _ of [1, 2]) expect((await put('fee', { kind: 'freight', amountYen: freight }, key)).status).toBe(200);
    expect(await put('fee', { kind: 'freight', amountYen: 1 }, key)).toMatchObject({
      body: { messageCode: 'Idempotency.Mismatch' },
    });
    const seen = await view();
    expect(seen).toMatchObject({
      purchase: { purchaseId, userId: anna.id, client: 'Anna 100% Petrova', vessel: 'Asahi Maru', etd },
      logistics: { status: asManager ? 1 : 2, vessel: 'Asahi Maru', etd, eta: '2026-12-09' },
      finances: { freight: { value: freight }, total: 692_000 + freight },
      note: `From ${name()}`,
      email: anna.email,
    });
    const bill = seen.checkList.find(({ kind }: { kind: string }) => kind === 'billOfLading');
    expect(bill.dueOn).toBe(asManager ? '2026-12-24' : '2026-12-07');
    const mine = seen.events.filter(({ by }: { by: string }) => by === name());
    expect(mine.map(({ kind }: { kind: string }) => kind)).toEqual(['fee', 'due', 'note', 'status', 'shipping']);
    const { rows } = await portal.database.pool.query(
      `select booked_through from ledger_postings where purchase_id = $1 and kind = 'freight' order by id desc limit 1`,
      [purchaseId],
    );
    expect(rows).toEqual([{ booked_through: asManager ? 'manager' : 'program' }]);
  });

  // @covers PURCH-09
  test('adds documents by their content, once each, and removes them', async () => {
    const document = { purchaseId, kind: 'exportCertificate', name: 'Export certificate', content };
    for (const [wrong, code] of [
      [{ content: Buffer.from('<!doctype html><script>').toString('base64') }, 'Purchase.DocumentType'],
      [{ content: `${content}!!!!` }, 'Field.Invalid'],
      [{ content: 'abc' }, 'Field.Invalid'],
      [{ name: '' }, 'Field.Required'],
      [{ kind: 'passport' }, 'Field.Invalid'],
    ] as const)
      expect(await post('add-document', { ...document, ...wrong })).toMatchObject({
        status: 422,
        body: { messageCode: code },
      });
    const first = await post('add-document', document);
    expect(first).toMatchObject({ status: 200 });
    expect((await post('add-document', document)).body).toEqual(first.body);
    const { documentId } = first.body;
    expect((await view()).documents).toMatchObject([{ documentId, kind: 'exportCertificate', type: 'pdf' }]);
    expect((await found('search=4711')).items[0].missingPapers).toEqual(['deregistration', 'billOfLading']);
    const read = () => portal.ask(program, 'GET', `/v1/back-office/purchases/document?documentId=${documentId}`);
    expect((await read()).body).toMatchObject({ name: 'Export certificate', type: 'pdf', content });
    expect((await post('remove-document', { documentId })).status).toBe(200);
    expect((await post('remove-document', { documentId })).status).toBe(404);
    expect((await read()).status).toBe(404);
    expect((await view()).documents).toEqual([]);
  });

  // @covers ASVS-5.2.1
  test('adds a document of ten megabytes, and none above', async () => {
    const of = (bytes: number) => ({
      ...{ purchaseId, kind: 'other', name: 'Photos' },
      content: Buffer.concat([PDF, Buffer.alloc(bytes - PDF.length)]).toString('base64'),
    });
    const { status, body } = await post('add-document', of(MAX_DOCUMENT_BYTES));
    expect(status).toBe(200);
    expect((await post('add-document', of(MAX_DOCUMENT_BYTES + 1))).status).toBe(413);
    expect((await post('add-document', of(MAX_DOCUMENT_BYTES + 9_000))).status).toBe(413);
    expect((await post('remove-document', { documentId: body.documentId })).status).toBe(200);
  });
});

// @covers ASVS-5.2.1
test('an upload without the right to add documents is refused before its body is read', async () => {
  const document = { purchaseId, kind: 'other', name: 'x', content: 'A'.repeat(400_000) };
  for (const [person, url, status] of [
    [null, '/v1/purchases/add-document', 401],
    [anna, '/v1/purchases/add-document', 403],
    [null, '/v1/back-office/purchases/add-document', 401],
    [await createProgram(portal.database.db, ['documents:read']), '/v1/back-office/purchases/add-document', 403],
  ] as const)
    expect((await portal.ask(person, 'POST', url, document)).status, url).toBe(status);
  // Refused before the body is parsed, which is not JSON here.
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/v1/purchases/add-document',
    headers: { 'content-type': 'application/json' },
    payload: '{'.repeat(400_000),
  });
  expect(statusCode).toBe(401);
});

test('a manager with read access changes nothing', async () => {
  const limited = await createPerson(portal.database.db, {
    roleId: 991,
    permissions: { bidManagementEnabled: true, bidManageBidPrice: false },
  });
  expect((await portal.ask(limited, 'GET', `/v1/purchases/view?purchaseId=${purchaseId}`)).status).toBe(200);
  expect((await portal.ask(limited, 'PUT', '/v1/purchases/note', { purchaseId, note: 'x' })).status).toBe(403);
});

// @covers PURCH-03
test('manual bookings for a car are on its line, and their reversals too', async () => {
  const car = await buyCar(portal.database.db, anna);
  const book = (kind: string, amountYen: number) =>
    portal.ask(maria, 'POST', '/v1/deposits/book', {
      ...{ userId: anna.id, kind, amountYen, description: 'Storage', purchaseId: car, key: `${kind}-${car}` },
    });
  const finances = async () => (await portal.ask(maria, 'GET', `/v1/purchases/view?purchaseId=${car}`)).body.finances;
  const fee = await book('fee', 6_000);
  await book('freight', 20_000);
  expect(await finances()).toMatchObject({ otherFees: { value: 6_000 }, freight: { value: 20_000 }, total: 718_000 });
  expect(await finances()).not.toHaveProperty('corrections');
  await portal.ask(maria, 'PUT', '/v1/purchases/fee', { purchaseId: car, kind: 'freight', amountYen: 25_000 });
  expect(await finances()).toMatchObject({ freight: { value: 25_000 }, total: 723_000 });
  const back = { postingId: fee.body.postingId, description: 'Booked twice' };
  expect((await portal.ask(maria, 'POST', '/v1/deposits/reverse', back)).status).toBe(200);
  const after = await finances();
  expect(after).toMatchObject({ freight: { value: 25_000 }, total: 717_000 });
  expect(after).not.toHaveProperty('otherFees');
  expect(after).not.toHaveProperty('corrections');
});
