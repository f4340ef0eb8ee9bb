import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { partsOf } from '../limits/addresses.ts';
import { registerWithBudget } from '../limits/gate.ts';
import { quoted } from '../quoted.ts';
import type {} from '../request-types.ts';
import { moduleLinks, preloadOf } from './module-links.ts';
import { prerenderer, type Screen } from './prerender.ts';

/** Asks one of our own calls as the reader of the page; undefined when it is refused. */
export type Ask = (url: string) => Promise<unknown>;

/** What a messenger or a search engine shows of a page, without running it. */
export interface PagePreview {
  title: string;
  description: string;
  /** Path of a picture of 1200 x 628. */
  image: string;
}

/** What a page would ask for one after the other; it finds all of it at once. */
export interface PagePreload {
  /** Put into the page, so that the first paint waits for no call. */
  answers: object;
  /** Modules of the web app, by their path in it. */
  modules: readonly string[];
  /** What the page shows first, when it can be drawn from these answers. */
  screen?: Screen | undefined;
  /** The picture that fills the screen, in the words of HTML's `imagesrcset` and `imagesizes`. */
  photo?: { sources: string; sizes: string } | undefined;
}

/** How the company stands in every page before anything of it has run. */
export interface PageBrand {
  name: string;
  icon: { path: string; type: string };
  /** Its own colours as a style sheet, or nothing. */
  sheet: string;
}

const ROOT = '<div id="root">';
const BEFORE_PAINT = '<script src="/before-paint.js"';
const END = '</body>';
const TITLE = /<title>[^<]*<\/title>/;
const OWN_SCRIPT =
  /<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g;

export interface WebPages {
  /** Folder of the built web app. */
  dist: string;
  preload: (request: FastifyRequest, ask: Ask) => Promise<PagePreload>;
  previewOf: (pathname: string, company: string) => Promise<PagePreview>;
  brandOf: () => Promise<PageBrand>;
  /** The portal's own address for pictures in previews; without it the one the page was asked at. */
  publicUrl: string | undefined;
}

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built web app: hashed assets for ever, every other address the page itself with its first answers inside. */
export function webPages(app: FastifyInstance, { dist, preload, previewOf, brandOf, publicUrl }: WebPages): void {
  registerWithBudget(app, { budget: 'picture' }, (scope) =>
    scope.register(fastifyStatic, {
      root: join(dist, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    }),
  );
  for (const name of readdirSync(dist)) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const content = readFileSync(join(dist, name));
    app.get(`/${name}`, { config: { budget: 'picture' } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=600').type(type).send(content),
    );
  }
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const pageToPaint = withLateStart(page);
  const prerender = prerenderer(dist, app.log);
  const linksOf = moduleLinks(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')), page);

  // A route, because what is answered where there is none is not compressed.
  app.get('/*', { config: { access: 'public', budget: 'page', cost: 2 } }, async (request, reply) =>
    /^\/(v1|p|s|og|brand|assets)\//.test(request.url) ? missing(request, reply) : sendPage(request, reply),
  );
  app.setNotFoundHandler(missing);

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const asReader: Ask = async (url) => {
      const headers = { cookie: request.headers.cookie ?? '' };
      // The reader's own address, so that what the page asks for him counts as his.
      const answer = await app.inject({ url, remoteAddress: request.ip, headers });
      return answer.statusCode === 200 ? answer.json() : undefined;
    };
    const { pathname } = partsOf(request.url);
    const [{ answers, modules, photo, screen }, brand] = await Promise.all([preload(request, asReader), brandOf()]);
    const preview = await previewOf(pathname, brand.name);
    const origin = publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
    const nonce = request.styleNonce ?? '';
    const { hostname } = request;
    const painted = screen ? await prerender({ ...screen, answers, hostname, nonce }) : '';
    const { styles, scripts } = linksOf(modules);
    const head = [
      ...styles,
      photo && photoLink(photo),
      ...(painted ? [] : scripts),
      ...brandTags(brand, nonce),
      previewTags(preview, origin, pathname),
      `<meta name="csp-nonce" content="${nonce}" />`,
      `<script type="application/json" id="seri-boot">${inert(answers)}</script></head>`,
    ].join('');
    const whole = (painted ? pageToPaint : page)
      .replace(TITLE, () => `<title>${quoted(brand.name)}</title>`)
      .replace('</head>', () => head);
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(painted ? whole.replace(ROOT, () => ROOT + painted).replace(END, () => scripts.join('') + END) : whole);
  }
}

/**
 * The page of the builder, changed so that nothing competes with what is drawn in it: its scripts are named at its end,
 * behind styles and photos, and before-paint.js starts them.
 */
function withLateStart(page: string): string {
  const scripts = [...page.matchAll(OWN_SCRIPT)].map(([tag, address = '']) => ({ tag, address }));
  // The one that starts the app imports all others.
  const inOrder = scripts.toSorted((a, b) => Number(a.tag.startsWith('<script')) - Number(b.tag.startsWith('<script')));
  const addresses = inOrder.map(({ address }) => address);
  return page
    .replace(OWN_SCRIPT, '')
    .replace(BEFORE_PAINT, () => `${BEFORE_PAINT} data-start="${addresses.join(' ')}"`)
    .replace(END, () => addresses.map(preloadOf).join('') + END);
}

/** The colours stand after the sheets they change, so that the first paint has them. */
const brandTags = ({ icon, sheet }: PageBrand, nonce: string): string[] => [
  `<link rel="icon" href="${icon.path}" type="${icon.type}" />`,
  '<link rel="manifest" href="/manifest.webmanifest" />',
  // There without colours of its own, too: an open page takes later ones into it.
  `<style id="company-look" nonce="${nonce}">${sheet}</style>`,
];

function previewTags({ title, description, image }: PagePreview, origin: string, pathname: string): string {
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${origin}${pathname}`],
    ['og:image', `${origin}${image}`],
    ['og:image:width', '1200'],
    ['og:image:height', '628'],
    ['og:image:type', 'image/jpeg'],
    ['og:image:alt', title],
  ];
  const properties = tags.map(([property, content]) => `<meta property="${property}" content="${quoted(content)}" />`);
  return `${properties.join('')}<meta name="twitter:card" content="summary_large_image" />`;
}

const photoLink = ({ sources, sizes }: NonNullable<PagePreload['photo']>): string =>
  `<link rel="preload" as="image" imagesrcset="${quoted(sources)}" imagesizes="${quoted(sizes)}" fetchpriority="high" />`;

const missing = async (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ success: false, error: 'Not found', messageCode: 'NotFound', requestId: request.id });

/** JSON that cannot end its script element. */
const inert = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');
