import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {} from './request-types.ts';

/** Asks one of our own calls as the reader of the page; undefined when it is refused. */
export type Ask = (url: string) => Promise<unknown>;

export interface WebPages {
  /** Folder of the built web app. */
  dist: string;
  /** What the page would ask first, put into it so that the first paint waits for no call. */
  boot: (request: FastifyRequest, ask: Ask) => Promise<object>;
}

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built web app: hashed assets for ever, every other address the page itself with its first answers inside. */
export function webPages(app: FastifyInstance, { dist, boot }: WebPages): void {
  app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
  for (const name of readdirSync(dist)) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const content = readFileSync(join(dist, name));
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
    const data = await boot(request, async (url) => {
      const answer = await app.inject({ url, headers: { cookie: request.headers.cookie ?? '' } });
      return answer.statusCode === 200 ? answer.json() : undefined;
    });
    const head = `<meta name="csp-nonce" content="${request.styleNonce ?? ''}" /><script type="application/json" id="seri-boot">${inert(data)}</script></head>`;
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', () => head));
  }
}

const missing = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ success: false, error: 'Not found', messageCode: 'NotFound', requestId: request.id });

/** JSON that cannot end its script element. */
const inert = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');
