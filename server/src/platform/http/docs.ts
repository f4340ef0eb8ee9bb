import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi.ts';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Seri: the calls</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/v1/docs/assets/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/v1/docs/assets/swagger-ui-bundle.js"></script><script src="/v1/docs/start.js"></script></body></html>`;
const START = `window.SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#swagger-ui', deepLinking: true, tryItOutEnabled: true });`;

/** GET /v1/openapi.json and the readable page at /v1/docs, both printed from the contract. */
export function docsRoutes(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument());
  const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const served = ['swagger-ui.css', 'swagger-ui-bundle.js'];
  for (const name of served) readFileSync(join(assets, name));

  app.get('/v1/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  app.get('/v1/docs', { config: { writesMarkup: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(PAGE),
  );
  app.get('/v1/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  app.register(fastifyStatic, {
    root: assets,
    prefix: '/v1/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => served.includes(path.replace(/^\//, '')),
  });
}
