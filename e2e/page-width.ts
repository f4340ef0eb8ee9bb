import { expect, type Page } from '@playwright/test';

/** The page itself stays within its width, whatever scrolls inside it. */
export async function staysInWidth(page: Page): Promise<void> {
  // Not beside the window's own width: a phone widens that to what does not fit.
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBeLessThanOrEqual(
    width,
  );
}
