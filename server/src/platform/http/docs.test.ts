import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { allCalls } from '../calls/calls.ts';
import { docsRoutes } from './docs.ts';
import { compileSerialiser } from './register-route.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal(docsRoutes);
});
afterAll(() => portal.close());

// @covers API-04, ASVS-2.1.1
it('the OpenAPI document lists every call of the contract with its query, body and reply', async () => {
  const { body } = await portal.ask(null, 'GET', '/v1/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  for (const { method, path } of allCalls()) {
    const operation = body.paths[path]?.[method.toLowerCase()];
    expect(operation?.responses['200'], `${method} ${path}`).toBeDefined();
  }
  const listing = body.paths['/v1/car-auction/listing'].get;
  expect(listing.parameters.map(({ name }: { name: string }) => name)).toContain('maker');
});

it('the reply of every call can be serialised without the strict check of tests', () => {
  for (const call of allCalls()) expect(() => compileSerialiser(call), call.path).not.toThrow();
});

it('the documents of the areas have the calls of the whole between them', async () => {
  const { body: whole } = await portal.ask(null, 'GET', '/v1/openapi.json');
  const parts = await Promise.all(
    whole.tags.map(async ({ name }: { name: string }) => {
      const { body } = await portal.ask(null, 'GET', `/v1/openapi.json?area=${name}`);
      expect(body).toMatchObject({ openapi: whole.openapi, info: whole.info, components: whole.components });
      expect(body.tags.map((tag: { name: string }) => tag.name)).toEqual([name]);
      return body.paths;
    }),
  );
  const calls = parts.flatMap((paths) => Object.keys(paths));
  expect(calls.toSorted()).toEqual(Object.keys(whole.paths).sort());
});

it('every area has a description', async () => {
  const { body } = await portal.ask(null, 'GET', '/v1/openapi.json');
  for (const { name, description } of body.tags) expect(description, name).not.toBe(name);
});

it.each(['/v1/docs', '/v1/openapi.json'])('%s refuses an area that does not exist', async (address) => {
  for (const area of ['none', '', '%00', 'bid&area=user', '__proto__']) {
    const { status, body } = await portal.ask(null, 'GET', `${address}?area=${area}`);
    expect([status, body.messageCode], area).toEqual([400, 'Request.Invalid']);
  }
});

it('the readable pages load only our own files', async () => {
  for (const url of ['/v1/docs', '/v1/docs?area=bid']) {
    const page = await portal.app.inject(url);
    expect(page.headers['content-type']).toContain('text/html');
    for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(address).toMatch(/^\/v1\//);
      expect((await portal.app.inject(address)).statusCode, address).toBe(200);
    }
  }
  expect((await portal.app.inject('/v1/docs/assets/package.json')).statusCode).toBe(404);
});
