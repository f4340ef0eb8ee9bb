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

it('the readable page loads only our own files', async () => {
  const page = await portal.app.inject('/v1/docs');
  expect(page.headers['content-type']).toContain('text/html');
  for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(address).toMatch(/^\/v1\//);
    expect((await portal.app.inject(address)).statusCode).toBe(200);
  }
  expect((await portal.app.inject('/v1/docs/assets/package.json')).statusCode).toBe(404);
});
