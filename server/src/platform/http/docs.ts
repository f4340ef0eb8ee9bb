import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readSettings } from '../company-settings.ts';
import type { Database } from '../db/db.ts';
import { registerWithBudget } from './limits/gate.ts';
import { openApiDocument } from './openapi.ts';
import { quoted } from './quoted.ts';

const pageOf = (
  company: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${quoted(company)}: the calls</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/v1/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/v1/docs/assets/swagger-ui-bundle.js"></script><script src="/v1/docs/start.js"></script></body></html>`;
const START = `window.SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#swagger-ui', deepLinking: true, tryItOutEnabled: true });`;

/** GET /v1/openapi.json and the readable page at /v1/docs, generated from the contract under the company's name. */
export function docsRoutes(app: FastifyInstance, { db }: Database): void {
  // Made for its first reader: it took a tenth of a start.
  let made: { info: object; printed: string } | undefined;
  const document = () => {
    if (!made) {
      const { info, ...calls } = openApiDocument();
      made = { info, printed: JSON.stringify(calls) };
    }
    return made;
  };
  const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const served = ['swagger-ui.css', 'swagger-ui-bundle.js'];
  for (const name of served) readFileSync(join(assets, name));

  app.get('/v1/openapi.json', { config: { budget: 'read', cost: 2 } }, async (_request, reply) => {
    const { companyName: title } = await readSettings(db);
    const { info, printed } = document();
    const named = `{"info":${JSON.stringify({ ...info, title })},${printed.slice(1)}`;
    return reply.type('application/json').send(named);
  });
  app.get('/v1/docs', { config: { budget: 'read', writesMarkup: true } }, async (_request, reply) => {
    const { companyName } = await readSettings(db);
    return reply.type('text/html; charset=utf-8').send(pageOf(companyName));
  });
  app.get('/v1/docs/start.js', { config: { budget: 'picture' } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  registerWithBudget(app, { budget: 'picture' }, (scope) =>
    scope.register(fastifyStatic, {
      root: assets,
      prefix: '/v1/docs/assets/',
      decorateReply: false,
      allowedPath: (path) => served.includes(path.replace(/^\//, '')),
    }),
  );
}
