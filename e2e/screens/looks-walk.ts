import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { axeFindings } from '../fixtures/axe-findings.ts';
import { standsStill } from '../fixtures/fixtures.ts';
import type { Screen } from './looks-screens.ts';
import { measureText } from './measure-text.ts';

/** Widths of phones and tablets with touch. */
const TOUCHED = [390, 768];
const POINTED = [1366, 1440, 1600, 1920, 2560];
/** Widths with pictures and axe, which finds the same at the others. */
const DRAWN = [390, 768, 1440];
const THEMES = ['light', 'dark'] as const;
export const LANGUAGES = ['en', 'ru'] as const;

export interface Walk {
  browser: Browser;
  baseUrl: string;
  language: (typeof LANGUAGES)[number];
  /** The account that sees these screens; null without a login. */
  email: string | null;
  /** Folder of the pictures; null for measuring alone, without pictures and axe. */
  folder: string | null;
  /** Narrows the widths, for a sample. */
  widths?: number[];
}

/** Faults on the screens of one person in one language, one per line; calls `told` after each screen. */
export async function walk(
  options: Walk,
  screens: Screen[],
  told: (screen: Screen, findings: string[]) => void | Promise<void>,
): Promise<void> {
  const contexts = [];
  for (const [isTouched, widths] of [
    [true, TOUCHED],
    [false, POINTED],
  ] as const) {
    const wanted = widths.filter((width) => options.widths?.includes(width) ?? true);
    const context = await options.browser.newContext({
      baseURL: options.baseUrl,
      hasTouch: isTouched,
      isMobile: isTouched,
      reducedMotion: 'reduce',
      viewport: sizeOf(wanted[0] ?? 1440),
    });
    contexts.push({ page: await enter(context, options), widths: wanted });
  }
  for (const screen of screens) {
    const findings = [];
    for (const { page, widths } of contexts) {
      const own = widths.filter((width) => screen.widths?.includes(width) ?? true);
      const found = await lookAt(page, screen, own, options).catch((error: Error) => [
        // A screen that fails to open must not hide the results of the others.
        `${screen.name} ${options.language}: does not open: ${error.message.split('\n')[0]}`,
      ]);
      findings.push(...found);
    }
    await told(screen, [...new Set(findings)]);
  }
  for (const { page } of contexts) await page.context().close();
}

const sizeOf = (width: number) => ({ width, height: width < 500 ? 844 : 900 });

async function enter(context: BrowserContext, { email, language }: Walk): Promise<Page> {
  await context.addInitScript((code) => localStorage.setItem('seri.language', code), language);
  if (email) await context.request.post('/v1/auth/login', { data: { email, password: 'demo1234' } });
  const page = await context.newPage();
  // An open stream would prevent network idle.
  await page.route('**/v1/events/stream*', (route) => route.abort());
  return page;
}

async function lookAt(page: Page, screen: Screen, widths: number[], options: Walk): Promise<string[]> {
  const findings: string[] = [];
  let isOpen = false;
  for (const width of widths) {
    // An open dialog changes its kind when the page is resized.
    if (isOpen && screen.ready) await page.goto('about:blank');
    await page.setViewportSize(sizeOf(width));
    if (!isOpen || screen.ready) {
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, screen);
    }
    isOpen = true;
    let measured = '';
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await standsStill(page);
      const name = `${screen.name}-${width}-${theme}-${options.language}`;
      const layout = await layoutOf(page);
      // Equal layouts have equal faults.
      const faults = layout === measured ? [] : await faultsOf(page);
      measured = layout;
      findings.push(...faults.map((fault) => `${screen.name} ${width} ${options.language}: ${fault}`));
      if (options.folder && DRAWN.includes(width)) findings.push(...(await draw(page, options.folder, name)));
    }
  }
  if (isOpen) await screen.after?.(page);
  return findings;
}

async function open(page: Page, { path, ready }: Screen): Promise<void> {
  await page.goto(typeof path === 'string' ? path : await path(page));
  await ready?.(page);
  await page.waitForLoadState('networkidle');
}

/** A text that is equal for equal layouts. */
const layoutOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .map((one) => one.getBoundingClientRect())
      .map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`)
      .join(),
  );

/** Measured twice, because elements may still move into place. */
async function faultsOf(page: Page): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const faults = await measureText(page);
    if (faults.length === 0 || tries === 1)
      return faults.map(({ kind, element, text, detail }) => `${kind} "${text}" in ${element} (${detail})`);
    await page.waitForTimeout(400);
    await standsStill(page);
  }
}

async function draw(page: Page, folder: string, name: string): Promise<string[]> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
  return (await axeFindings(page)).map((finding) => `${name}: ${finding}`);
}
