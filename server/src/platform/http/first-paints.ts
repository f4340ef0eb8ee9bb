import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';

export type PageLanguage = 'en' | 'ru';

interface Page {
  /** Path and query. */
  address: string;
  language: PageLanguage;
  /** As in the page itself. */
  answers: object;
}

/**
 * Draws the first screen of a phone with the web app's own parts, so that it is seen before any script has come. What it
 * draws is for the eye alone: the app takes its place. A page that cannot be drawn comes without.
 */
export function firstPaints(dist: string, log: FastifyBaseLogger): (page: Page) => Promise<string> {
  const file = pathToFileURL(join(dist, 'first-paint', 'first-paint.js')).href;
  return async (page) => {
    try {
      const { drawFirstPaint }: { drawFirstPaint: (page: Page) => Promise<string> } = await import(file);
      return `<div inert data-first-paint lang="${page.language}">${await drawFirstPaint(page)}</div>`;
    } catch (error) {
      log.warn({ err: error }, 'a first screen could not be drawn');
      return '';
    }
  };
}
