import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../calls/errors.ts';
import { readSettings } from '../company-settings.ts';
import type { Database } from '../db/db.ts';
import { registerWithBudget } from './limits/gate.ts';
import { areaOf, openApiDocument } from './openapi.ts';
import { quoted } from './quoted.ts';

const SWAGGER = '/v1/docs/assets/swagger-ui';

const pageOf = (company: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${quoted(company)}: the calls</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="${SWAGGER}.css"></head>
<body>${content}</body></html>`;

/** Links to the calls of each area. */
const areasOf = (company: string, areas: readonly { name: string; description: string }[]) =>
  `<main class="swagger-ui"><div class="wrapper"><h1 class="title">${quoted(company)}: the calls</h1>
<p><a class="link" href="/v1/openapi.json">All as one OpenAPI document</a></p>
${areas.map(({ name, description }) => `<p><a class="link" href="/v1/docs?area=${name}">${name}</a> ${quoted(description)}</p>`).join('\n')}
</div></main>`;

const CALLS = `<nav class="swagger-ui"><p class="wrapper"><a class="link" href="/v1/docs">All areas</a></p></nav>
<div id="swagger-ui"></div>
<script src="${SWAGGER}-bundle.js"></script><script src="/v1/docs/start.js"></script>`;
const START = `window.SwaggerUIBundle({ url: '/v1/openapi.json' + location.search, dom_id: '#swagger-ui', deepLinking: true, defaultModelsExpandDepth: -1, tryItOutEnabled: true });`;

/**
 * GET /v1/openapi.json and the readable pages at /v1/docs, generated from the contract under the company's name. With
 * `?area=bid` both have the calls of this area alone: a browser takes a quarter of a minute to read all of them.
 */
export function docsRoutes(app: FastifyInstance, { db }: Database): void {
  // Made for its first reader: it took a tenth of a start.
  let made: ReturnType<typeof openApiDocument> | undefined;
  const printed = new Map<string, string>();
  const document = () => {
    made ??= openApiDocument();
    return made;
  };
  const areas = () => document().tags;
  /** The document without its opening brace and `info`; printed once. */
  const printedOf = (area: string | undefined): string => {
    const { info: _, tags, paths, ...rest } = document();
    const key = area ?? '';
    const known = printed.get(key);
    if (known) return known;
    const isShown = (name: string) => area === undefined || name === area;
    const shown = {
      ...rest,
      tags: tags.filter(({ name }) => isShown(name)),
      paths: Object.fromEntries(Object.entries(paths).filter(([path]) => isShown(areaOf(path)))),
    };
    const text = JSON.stringify(shown).slice(1);
    printed.set(key, text);
    return text;
  };
  const areaIn = ({ query }: FastifyRequest): string | undefined => {
    const { area } = query as { area?: unknown };
    if (area === undefined) return undefined;
    const known = areas().find(({ name }) => name === area);
    if (!known) throw new ApiError('Request.Invalid');
    return known.name;
  };
  const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const served = ['swagger-ui.css', 'swagger-ui-bundle.js'];
  for (const name of served) readFileSync(join(assets, name));

  app.get('/v1/openapi.json', { config: { budget: 'read', cost: 2 } }, async (request, reply) => {
    const { companyName: title } = await readSettings(db);
    const info = JSON.stringify({ ...document().info, title });
    return reply.type('application/json').send(`{"info":${info},${printedOf(areaIn(request))}`);
  });
  app.get('/v1/docs', { config: { budget: 'read', writesMarkup: true } }, async (request, reply) => {
    const { companyName } = await readSettings(db);
    const content = areaIn(request) === undefined ? areasOf(companyName, areas()) : CALLS;
    return reply.type('text/html; charset=utf-8').send(pageOf(companyName, content));
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
