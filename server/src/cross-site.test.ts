import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCalls } from './app.ts';
import { allCalls } from './platform/calls.ts';
import { createPerson, type Person } from './testing/people.ts';
import { type TestPortal, testPortal } from './testing/portal.ts';

const cookies = { access: 'seri_access_3000', refresh: 'seri_refresh_3000', secure: false };
const FOREIGN: Record<string, Record<string, string>> = {
  'a fetch from another site': { 'sec-fetch-site': 'cross-site' },
  'a fetch from a sister host': { 'sec-fetch-site': 'same-site' },
  'a page of another origin': { origin: 'https://elsewhere.example' },
  'a sandboxed page': { origin: 'null' },
};
const FORMS: Record<string, string> = {
  'text/plain': '{"status":4}',
  'application/x-www-form-urlencoded': 'status=4',
  'multipart/form-data; boundary=x': '--x\r\ncontent-disposition: form-data; name="status"\r\n\r\n4\r\n--x--',
};
const changing = allCalls().filter((call) => call.method !== 'GET' || call.path === '/v1/auth/update');
let portal: TestPortal;
let person: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) =>
    registerCalls(app, database, { cookies, secretKey: 'a secret of thirty-two characters' }),
  );
  person = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

test.each(Object.entries(FOREIGN))('%s changes nothing, with whatever cookies it comes', async (_, headers) => {
  for (const { method, path } of changing)
    expect(await portal.ask(person, method, path, method === 'GET' ? undefined : {}, headers)).toMatchObject({
      status: 403,
      body: { messageCode: 'Request.CrossSite' },
    });
});

test.each(Object.entries(FORMS))('a form sent as %s is no request', async (type, body) => {
  for (const { method, path } of changing.filter((call) => call.method !== 'GET'))
    expect(await portal.ask(person, method, path, body, { 'content-type': type })).toMatchObject({
      status: 400,
      body: { messageCode: 'Request.Invalid' },
    });
});

test('the own page, and a program that sends no such header, are heard', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000', host: 'localhost:3000' },
  ]) {
    const saved = await portal.ask(
      person,
      'PUT',
      '/v1/user/update-setting',
      { bidEmailNotify: true, language: 692 },
      headers,
    );
    expect(saved.status).toBe(200);
  }
});
