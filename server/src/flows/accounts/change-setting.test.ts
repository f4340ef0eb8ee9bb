import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPage, setPage } from '../../company/change-setting.ts';
import { companyRoutes } from '../../company/routes.ts';
import { readSettings } from '../../platform/company-settings.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { retimeLots } from '../lots/retime-lots.ts';
import { changeSetting } from './change-setting.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(companyRoutes);
});
afterAll(() => portal.close());

const set = (key: string, value: unknown) =>
  portal.database.db.transaction().execute((tx) => changeSetting(tx, key, value));
const shown = async () => (await portal.ask(null, 'GET', '/v1/site/company-settings')).body;

const wrong: [string, unknown, object][] = [
  ['deposit', 1, { fields: { deposit: ['Field.Unknown'] } }],
  ['toString', 1, { fields: { toString: ['Field.Unknown'] } }],
  ['depositYen', '200000', { fields: { depositYen: ['Field.Invalid'] } }],
  ['depositYen', -1, { fields: { depositYen: ['Field.Invalid'] } }],
  ['depositYen', 1.5, { fields: { depositYen: ['Field.Invalid'] } }],
  ['passwordMinimum', 5, { fields: { passwordMinimum: ['Field.Invalid'] } }],
  ['auctionDayStart', '24:00', { fields: { auctionDayStart: ['Field.Invalid'] } }],
  ['bidRule', 'last', { fields: { bidRule: ['Field.Invalid'] } }],
  ['companyName', 'Seri\r\nBcc: x', { fields: { companyName: ['Field.Invalid'] } }],
  ['companyName', null, { fields: { companyName: ['Field.Invalid'] } }],
  ['messageUrl', 'javascript:alert(1)', { fields: { messageUrl: ['Field.Invalid'] } }],
  ['notice', { en: 'Closed' }, { fields: { 'notice.ru': ['Field.Required'] } }],
  ['pages', { about: { en: { title: 1, body: '' } } }, { fields: { 'pages.about.en.title': ['Field.Invalid'] } }],
  ['cutoffMinutes', 91, { code: 'Company.CutoffBeforeClose' }],
  ['closeMinutes', 59, { code: 'Company.CutoffBeforeClose' }],
  ['humanCheck', 'recaptcha', { code: 'Company.SiteKeyMissing' }],
];

test.each(wrong)('%s is not set to %j, and the error names the position', async (key, value, refusal) => {
  const before = await readSettings(portal.database.db);
  await expect(set(key, value)).rejects.toMatchObject(refusal);
  expect(await readSettings(portal.database.db)).toEqual(before);
});

// @covers OPS-01, OPS-09
test('a setting applies from the next request on, and can be reset', async () => {
  await set('depositYen', 210_000);
  await set('recaptchaSiteKey', 'key');
  await set('humanCheck', 'recaptcha');
  expect(await shown()).toMatchObject({ depositYen: 210_000, humanCheck: { kind: 'recaptcha', siteKey: 'key' } });
  await expect(set('recaptchaSiteKey', undefined)).rejects.toMatchObject({ code: 'Company.SiteKeyMissing' });
  await set('humanCheck', undefined);
  await set('depositYen', undefined);
  expect(await shown()).toMatchObject({ depositYen: 150_000, humanCheck: null });
});

describe('new times', () => {
  const minutesBefore = async (lotIds: number[]) =>
    (
      await portal.database.pool.query<{ close: number; cancel: number }>(
        `select extract(epoch from auction_at - bids_close_at)::integer / 60 as close,
                extract(epoch from auction_at - cancel_until)::integer / 3600 as cancel
           from lots where id = any($1) order by id`,
        [lotIds],
      )
    ).rows;
  const retime = (options = {}) => retimeLots(portal.database.db, options);

  // @covers OPS-01
  test('apply to upcoming lots, except those of auction houses with their own times', async () => {
    const { db } = portal.database;
    const [usual, own] = [await createLot(db), await createLot(db, { house: 'Arai Bayside' })];
    await db
      .updateTable('auction_houses')
      .set({ close_minutes: 30, cutoff_minutes: 10, cancel_hours: 1 })
      .where('name', '=', 'Arai Bayside')
      .execute();
    await set('closeMinutes', 120);
    await set('cancelHours', 24);
    await retime();
    const [first, second] = await minutesBefore([usual, own]);
    expect(first).toEqual({ close: 120, cancel: 24 });
    expect(second).not.toEqual({ close: 120, cancel: 24 });
  });

  // @covers OPS-01
  test('are applied to many lots in batches with progress, resume after an interruption, and queue one job', async () => {
    const { db, pool } = portal.database;
    const ids = await Promise.all(Array.from({ length: 300 }, () => createLot(db)));
    const closing = async (minutes: number) =>
      (await minutesBefore(ids)).filter(({ close }) => close === minutes).length;
    await set('closeMinutes', 150);
    await set('cancelHours', 23);
    expect(await closing(150)).toBe(0);
    const jobs = await pool.query("select 1 from graphile_worker.jobs where task_identifier = 'retime_lots'");
    expect(jobs.rowCount).toBe(1);

    const interrupted = new AbortController();
    const seen: [number, number][] = [];
    await retime({
      signal: interrupted.signal,
      onProgress: (done: number, all: number) => {
        seen.push([done, all]);
        interrupted.abort();
      },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.[0]).toBeLessThan(seen[0]?.[1] ?? 0);
    const afterFirst = await closing(150);
    expect(afterFirst).toBeGreaterThan(0);
    expect(afterFirst).toBeLessThan(300);

    await retime();
    expect(await closing(150)).toBe(300);
    expect(await retime()).toBe(0);
  });
});

test('a page written in one language keeps its text in the other, and a reset restores the built-in one', async () => {
  const write = (work: Parameters<typeof setPage>[1]) =>
    portal.database.db.transaction().execute((tx) => setPage(tx, work));
  const read = async (language: number) =>
    (await portal.ask(null, 'GET', `/v1/site/page?name=terms&language=${language}`)).body.title;
  await write({ name: 'terms', language: 'ru', text: { title: 'Наши условия', body: 'Оплата за неделю.' } });
  expect([await read(692), await read(693)]).toEqual(['Terms of use', 'Наши условия']);
  await write({ name: 'terms', language: 'en', text: { title: 'Our terms', body: 'Pay within a week.' } });
  expect([await read(692), await read(693)]).toEqual(['Our terms', 'Наши условия']);
  await portal.database.db.transaction().execute((tx) => resetPage(tx, 'terms'));
  expect([await read(692), await read(693)]).toEqual(['Terms of use', 'Условия использования']);
});
