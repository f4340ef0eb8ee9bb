import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

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
