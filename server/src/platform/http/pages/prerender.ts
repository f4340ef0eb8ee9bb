import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

export interface Screen {
  /** Path and query, which is another one when the reader is led on. */
  address: string;
  language: 'en' | 'ru';
  /** Drawn as a phone shows it, where a wide window shows something else. */
  onlyNarrow?: boolean;
}

interface Page extends Screen {
  /** As in the page itself. */
  answers: object;
  hostname: string;
  nonce: string;
}

/**
 * Draws the first screen with the web app's own components, so that it is seen before any script has come. It is for the
 * eye alone: the app replaces it. A page that cannot be drawn comes without.
 */
export function prerenderer(dist: string, log: FastifyBaseLogger): (page: Page) => Promise<string> {
  const file = pathToFileURL(join(dist, 'prerender', 'prerender.js')).href;
  return async (page) => {
    try {
      const { prerender }: { prerender: (page: Page) => Promise<string> } = await import(file);
      const shownOn = page.onlyNarrow ? 'phone' : 'all';
      return `<div inert data-first-paint="${shownOn}" lang="${page.language}">${await prerender(page)}</div>`;
    } catch (error) {
      log.warn({ err: error }, 'a first screen could not be drawn');
      return '';
    }
  };
}
