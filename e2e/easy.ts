import { expect, type Page } from '@playwright/test';
import { standsStill } from './fixtures.ts';
import { lostWords, setTextSize } from './large-text.ts';
import { smallTargets } from './targets.ts';

/** Every target has room for a finger on a phone, for a pointer elsewhere. */
export async function hasRoom(page: Page, leastPx: number, what: string): Promise<void> {
  // Not the wheel at the end of a list, which waits for who comes there.
  const bones = page.getByRole('status', { name: /^(Loading|Загру)/ }).filter({ has: page.locator('span') });
  await expect(bones.filter({ visible: true })).toHaveCount(0);
  await standsStill(page);
  // Asked until it stands: data that come in between draw the page anew.
  await expect.soft.poll(() => smallTargets(page, leastPx), { message: `targets of ${what}` }).toEqual([]);
}

/** That, and at twice the size of text nothing is lost, nor whatever else is looked at in either size. */
export async function isEasy(page: Page, leastPx: number, what: string, also?: () => Promise<void>): Promise<void> {
  await hasRoom(page, leastPx, what);
  await also?.();
  await setTextSize(page, 200);
  await expect.soft.poll(() => lostWords(page), { message: `words of ${what}` }).toEqual([]);
  await also?.();
  await setTextSize(page, 100);
}
