import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {} from './request-types.ts';

export interface WebPages {
  /** Folder of the built web app. */
  dist: string;
  /** Calls whose answers the page would ask for first, by the name it knows them under; refused ones are left out and asked later. */
  bootCalls: (request: FastifyRequest) => Record<string, string>;
}

const FILES: Record<string, string> = {
  'favicon.svg': 'image/svg+xml',
  'first-paint.js': 'text/javascript; charset=utf-8',
  'robots.txt': 'text/plain',
};

/** The built web app: hashed assets for ever, every other address the page itself with its first answers inside. */
export function webPages(app: FastifyInstance, { dist, bootCalls }: WebPages): void {
  app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const [name, type] of Object.entries(FILES)) {
    const path = join(dist, name);
    if (!existsSync(path)) continue;
    const content = readFileSync(path);
    app.get(`/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=600').type(type).send(content),
    );
  }
  const page = readFileSync(join(dist, 'index.html'), 'utf8');

  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(v1|p|s|assets)\//.test(request.url);
    return wantsPage ? sendPage(request, reply) : missing(request, reply);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const answers = await Promise.all(
      Object.entries(bootCalls(request)).map(async ([name, url]) => {
        const answer = await app.inject({ url, headers: { cookie: request.headers.cookie ?? '' } });
        return [name, answer.statusCode === 200 ? answer.json() : undefined] as const;
      }),
    );
    const nonce = request.styleNonce ?? randomBytes(16).toString('base64');
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__STYLE_NONCE__', nonce).replace('__BOOT__', () => inert(Object.fromEntries(answers))));
  }
}

const missing = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ success: false, error: 'Not found', messageCode: 'NotFound', requestId: request.id });

/** JSON that cannot end its script element. */
const inert = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');
