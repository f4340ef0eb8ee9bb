import type { Browser, BrowserContext, ConsoleMessage, Page } from '@playwright/test';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** What a worker keeps from story to story: nothing that a person has, only what was built and loaded. */
export interface Kept {
  /** By the portal's address and which of a story's browsers it is. */
  profiles: Map<string, Profile>;
  /** The cookies of accounts of the demonstration that many stories use as they are. */
  sessions: Map<string, Cookies>;
}

export interface Profile {
  context: BrowserContext;
  /** Open all the time: with it the browser keeps the process of the portal's pages, whose start costs two seconds. */
  idle: Page;
}

const REFUSED = 'refused by the content policy: ';

/** A browser profile as a story finds it: empty. */
export async function keepProfile({ profiles }: Kept, browser: Browser, name: string): Promise<Profile> {
  const known = profiles.get(name);
  if (known) return known;
  const context = await browser.newContext();
  await reportPolicy(context);
  waitForApp(context);
  const idle = await context.newPage();
  await idle.goto('/healthz');
  const profile = { context, idle };
  profiles.set(name, profile);
  return profile;
}

/** Takes away all that a story left: pages, cookies, storage, permissions, what it did to the network. */
export async function forgetStory({ context, idle }: Profile): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== idle && page.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await idle.evaluate(() => localStorage.clear());
}

/** Pages of this context tell at their console what their policy refused. */
export const reportPolicy = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((words) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`${words}${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  }, REFUSED);

/** Notes what is refused from now on, until the answer is called. */
export function watchPolicy(context: BrowserContext, refused: string[]): () => void {
  const note = (message: ConsoleMessage) => {
    if (message.text().startsWith(REFUSED)) refused.push(message.text().slice(REFUSED.length));
  };
  context.on('console', note);
  return () => context.off('console', note);
}

/**
 * Opening an address in this context also waits for the app to replace the page the server rendered, which takes no
 * focus and no keys. A test of that page itself opens it with `waitUntil: 'domcontentloaded'`.
 */
export function waitForApp(context: BrowserContext): void {
  context.on('page', (page) => {
    const { goto, reload } = page;
    const isReplaced = () => page.locator('[data-first-paint]').waitFor({ state: 'detached' });
    page.goto = async (url, options) => {
      const answer = await goto.call(page, url, options);
      if (!options?.waitUntil) await isReplaced();
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload.call(page, options);
      if (!options?.waitUntil) await isReplaced();
      return answer;
    };
  });
}
