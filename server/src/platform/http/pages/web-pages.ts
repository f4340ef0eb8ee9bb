import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { partsOf } from '../limits/addresses.ts';
import { registerWithBudget } from '../limits/gate.ts';
import { quoted } from '../quoted.ts';
import type {} from '../request-types.ts';
import { moduleFiles, preloadOf, styleOf } from './module-files.ts';

/** Makes a call of the portal on behalf of the page's reader; returns undefined when it is refused. */
export type CallAsReader = (url: string) => Promise<unknown>;

/** Preview of a page for messengers and search engines, which do not run scripts. */
export interface PagePreview {
  title: string;
  description: string;
  /** Path of a picture of 1200 x 628. */
  image: string;
}

/** Data and modules that a page would otherwise request one after the other. */
export interface PagePreload {
  /** Embedded in the page, so that the first paint waits for no request. */
  answers: object;
  /** Modules of the web app, by source path. */
  modules: readonly string[];
  /** The prerendered first screen, when these data suffice to render it. */
  screen?: Screen | undefined;
  /** The main picture, as values of HTML's `imagesrcset` and `imagesizes`. */
  photo?: { sources: string; sizes: string } | undefined;
}

/** The company's branding in every page, present before any script runs. */
export interface PageBrand {
  name: string;
  icon: { path: string; type: string };
  /** A style sheet with the company's colours, or empty. */
  sheet: string;
}

const ROOT = '<div id="root">';
const BEFORE_PAINT = '<script src="/before-paint.js"';
const TITLE = /<title>[^<]*<\/title>/;
const OWN_SCRIPT =
  /<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g;

export interface WebPages {
  /** Folder of the built web app. */
  dist: string;
  preload: (request: FastifyRequest, ask: CallAsReader) => Promise<PagePreload>;
  previewOf: (pathname: string, company: string) => Promise<PagePreview>;
  brandOf: () => Promise<PageBrand>;
  /** The portal's public address for pictures in previews; the address of the request when absent. */
  publicUrl: string | undefined;
}

const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.jpg': 'image/jpeg',
};

/** Serves the built web app: hashed assets cached for ever, and for every other address the page with its data embedded. */
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
  const late = withoutScripts(page);
  const prerender = prerenderer(dist, app.log);
  const filesOf = moduleFiles(JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')), page);

  // A route, because the not-found handler's replies are not compressed.
  app.get('/*', { config: { access: 'public', budget: 'page', cost: 2 } }, async (request, reply) =>
    /^\/(v1|p|s|og|brand|assets)\//.test(request.url) ? missing(request, reply) : sendPage(request, reply),
  );
  // The page without data or user, which service workers keep for navigations without a network.
  app.get('/app-shell', { config: { access: 'public', budget: 'page' } }, (request, reply) =>
    sendPage(request, reply, { answers: {}, modules: [] }),
  );
  app.setNotFoundHandler(missing);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, known?: PagePreload) {
    const asReader: CallAsReader = async (url) => {
      const headers = { cookie: request.headers.cookie ?? '' };
      // Pass on the reader's address, so that budgets charge the calls to the reader.
      const answer = await app.inject({ url, remoteAddress: request.ip, headers });
      return answer.statusCode === 200 ? answer.json() : undefined;
    };
    const { pathname } = partsOf(request.url);
    const [{ answers, modules, photo, screen }, brand] = await Promise.all([
      known ?? preload(request, asReader),
      brandOf(),
    ]);
    const preview = await previewOf(pathname, brand.name);
    const origin = publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`;
    const nonce = request.styleNonce ?? '';
    const { hostname } = request;
    const drawn = screen ? await prerender({ ...screen, answers, hostname, nonce }) : '';
    const { styles, scripts } = filesOf(modules);
    const head = [
      ...styles.map(styleOf),
      photo && photoLink(photo),
      ...(drawn ? [] : scripts.map(preloadOf)),
      ...brandTags(brand, nonce),
      previewTags(preview, origin, pathname),
      `<meta name="csp-nonce" content="${nonce}" />`,
      `<script type="application/json" id="seri-boot">${inert(answers)}</script></head>`,
    ].join('');
    // Nothing competes with a drawn screen: before-paint.js starts the scripts after its large photos.
    const lateScripts = `data-drawn="${screen?.onlyNarrow ? 'phone' : 'all'}" data-start="${late.start.join(' ')}" data-modules="${scripts.join(' ')}"`;
    const whole = (drawn ? late.page : page)
      .replace(TITLE, () => `<title>${quoted(brand.name)}</title>`)
      .replace('</head>', () => head)
      .replace(BEFORE_PAINT, () => (drawn ? `${BEFORE_PAINT} ${lateScripts}` : BEFORE_PAINT))
      .replace(ROOT, () => ROOT + drawn);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(whole);
  }
}

/** Returns the page of the build without its scripts, and their addresses in the order in which they start. */
function withoutScripts(page: string): { page: string; start: string[] } {
  const scripts = [...page.matchAll(OWN_SCRIPT)].map(([tag, address = '']) => ({ tag, address }));
  // The script that starts the app imports all others.
  const inOrder = scripts.toSorted((a, b) => Number(a.tag.startsWith('<script')) - Number(b.tag.startsWith('<script')));
  return { page: page.replace(OWN_SCRIPT, ''), start: inOrder.map(({ address }) => address) };
}

/** The colours follow the style sheets that they override, so that the first paint has them. */
const brandTags = ({ icon, sheet }: PageBrand, nonce: string): string[] => [
  `<link rel="icon" href="${icon.path}" type="${icon.type}" />`,
  '<link rel="manifest" href="/manifest.webmanifest" />',
  '<link rel="apple-touch-icon" href="/brand/app-192.png" />',
  // Present even without own colours: an open page puts later colours into it.
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

/** JSON that cannot close its script element. */
const inert = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

export interface Screen {
  /** Path and query; the target address when the reader is redirected. */
  address: string;
  language: 'en' | 'ru';
  /** The phone layout; wide windows show another one. */
  onlyNarrow?: boolean;
}

interface Page extends Screen {
  /** The same data as in the page itself. */
  answers: object;
  hostname: string;
  nonce: string;
}

/**
 * Renders the first screen with the web app's components, so that it is visible before any script has loaded; the app
 * then replaces it. A page that cannot be rendered is sent without it.
 */
export function prerenderer(dist: string, log: FastifyBaseLogger): (page: Page) => Promise<string> {
  const file = pathToFileURL(join(dist, 'prerender', 'prerender.js')).href;
  return async (page) => {
    try {
      const { prerender }: { prerender: (page: Page) => Promise<string> } = await import(file);
      const shownOn = page.onlyNarrow ? 'phone' : 'all';
      return `<div inert data-first-paint="${shownOn}" lang="${page.language}">${await prerender(page)}</div>`;
    } catch (error) {
      log.warn({ err: error }, 'a first screen could not be rendered');
      return '';
    }
  };
}
