import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { CLIENT, findLot, MANAGER, UPCOMING_CAR } from '../fixtures/lot-fixture.ts';

const OF_CLIENTS = [
  '/car-auction',
  '/sales-statistic',
  '/oneprice',
  '/favorites/A',
  '/bids',
  '/archive-bids',
  '/purchased-cars',
  '/payments',
  '/notifications',
];
const OF_MANAGERS = [
  '/bid-manager',
  '/bid-manager/day',
  '/bid-manager/clients',
  '/bid-manager/deposits',
  '/bid-manager/purchases',
  '/bid-manager/names',
  '/bid-manager/words',
  '/bid-manager/imports',
];

/** Animations longer than an instant in spite of reduced motion. */
const stillMoving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (text: string) => Math.max(...text.split(',').map((one) => Number.parseFloat(one)));
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const moves = style.animationName !== 'none' && longest(style.animationDuration) > 0.01;
        return moves || longest(style.transitionDuration) > 0.01 || style.scrollBehavior === 'smooth';
      })
      .map((element) => element.outerHTML.slice(0, 80));
  });

// @covers A11Y-02
for (const [who, email, paths] of [
  ['clients', CLIENT, OF_CLIENTS],
  ['managers', MANAGER, OF_MANAGERS],
] as const)
  test(`the screens of ${who} have no motion with reduced motion @phone`, async ({ page, signIn, sql }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, email);
    const lot = email === CLIENT ? [`/car-auction/${(await findLot(sql, UPCOMING_CAR, 8)).id}`] : [];
    for (const path of [...paths, ...lot]) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      expect(await stillMoving(page), path).toEqual([]);
    }
  });
