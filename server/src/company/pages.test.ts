import { readdirSync, readFileSync } from 'node:fs';
import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { companySettingsSchema } from '@seri/contract/company/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../platform/db/installation.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { companyRoutes } from './routes.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await testPortal(companyRoutes);
});
afterAll(() => portal.close());

const read = (name: string, language: 692 | 693 = 692) =>
  portal.ask(null, 'GET', `/v1/site/page?name=${name}&language=${language}`);
const linked = async () => (await portal.ask(null, 'GET', '/v1/site/company-settings')).body.pages;
const none = { title: '', body: '' };

test('refuses a page that does not exist, or in an unsupported language', async () => {
  for (const query of ['', '?name=prices', '?name=about&language=en', '?name=about&draft=1', '?name=../about.en.md'])
    expect(await portal.ask(null, 'GET', `/v1/site/page${query}`)).toMatchObject({
      status: 400,
      body: { messageCode: 'Request.Invalid' },
    });
});

// @covers SHELL-09
test.each(PAGE_NAMES)('the page %s exists in both languages, with all its settings filled in', async (name) => {
  for (const language of [692, 693] as const) {
    const { status, body } = await read(name, language);
    expect(status).toBe(200);
    expect(body.title).toMatch(language === 692 ? /^[A-Z][\w ]+$/ : /^[А-ЯЁ]/);
    expect(body.body.length).toBeGreaterThan(400);
    expect(/[А-Яа-яЁё]/.test(body.body)).toBe(language === 693);
    expect(`${body.title}${body.body}`).not.toMatch(/\{\{|\}\}|undefined|NaN/);
    expect(body.body).not.toMatch(/<[a-z/!]/i);
  }
});

test('the default language is English', async () => {
  const { body } = await portal.ask(null, 'GET', '/v1/site/page?name=how-to-buy');
  expect(body.title).toBe('How to buy');
});

test('no built-in text contains a number that is a setting', () => {
  const folder = new URL('pages/', import.meta.url);
  const files = readdirSync(folder);
  expect(files).toHaveLength(PAGE_NAMES.length * 2);
  // The one car of a group and small numbers of minutes could occur in a text by chance.
  const figures = Object.entries(companySettingsSchema.parse({})).flatMap(([key, value]) =>
    typeof value === 'number' && !['chatMailMinutes', 'passwordMinimum', 'wantedCars'].includes(key) ? [value] : [],
  );
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8').replaceAll(/[\s,](?=\d{3})/g, '');
    for (const figure of figures) expect([file, new RegExp(`\\b${figure}\\b`).test(text)]).toEqual([file, false]);
  }
});

// @covers OPS-01
test('a changed setting appears in the texts at once, in the format of the language', async () => {
  const { db } = portal.database;
  const changed = { depositYen: 215_000, closeMinutes: 75, cancelHours: 7, companyName: 'Fuji Motors' };
  await saveSettings(db, { ...changed, bidRule: 'first', overbidAmount: 12_500 });
  const english = (await read('how-to-buy')).body.body;
  for (const figure of [
    '**215,000 yen**',
    '**75 minutes**',
    '**7 hours**',
    '**12,500 yen**',
    'the earlier bid goes to',
  ])
    expect(english).toContain(figure);
  expect((await read('how-to-buy', 693)).body.body).toContain('215\u00a0000 иен');
  expect((await read('about', 693)).body.title).toBe('О компании Fuji Motors');
});

test('a text of the company replaces the built-in one, with its settings filled in as well', async () => {
  const en = { title: 'Who we are', body: 'Deposit {{depositYen}} yen. {{unknown}} {{pages}}' };
  await saveSettings(portal.database.db, { depositYen: 90_000, pages: { about: { en, ru: none } } });
  const own = { title: 'Who we are', body: 'Deposit 90,000 yen. {{unknown}} {{pages}}' };
  expect((await read('about')).body).toEqual(own);
  expect((await read('terms')).body.title).toBe('Terms of use');
  const inRussian = (await read('about', 693)).body;
  expect([inRussian.title, inRussian.body.slice(0, 9)]).toEqual(['Who we are', 'Deposit 9']);
  expect(await linked()).toContain('about');
});

// @covers SHELL-09
test('a page whose text the company removed is not found, and no link leads to it', async () => {
  await saveSettings(portal.database.db, { pages: { 'go-net': { en: none, ru: { title: 'Склад', body: ' \n' } } } });
  for (const language of [692, 693] as const)
    expect(await read('go-net', language)).toMatchObject({ status: 404, body: { messageCode: 'NotFound' } });
  expect(await linked()).not.toContain('go-net');
  expect((await read('about')).status).toBe(200);
});
