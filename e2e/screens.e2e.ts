import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

type Visit = (page: Page) => Promise<void>;

/** One screen, the account that sees it and what shows that it is there, in either language. */
const SCREENS: { name: string; email: string | null; path: string; shows: RegExp }[] = [
  { name: 'log in', email: null, path: '/auth/login', shows: /Demonstration accounts|Демо/ },
  {
    name: 'car listing',
    email: 'client@demo.seri',
    path: '/car-auction',
    shows: /TOYOTA|NISSAN|HONDA|SUZUKI|DAIHATSU/,
  },
  { name: 'my bids', email: 'client@demo.seri', path: '/bids', shows: /My Bids|Мои ставки/ },
  { name: 'bid history', email: 'client@demo.seri', path: '/archive-bids', shows: /Bid History|История ставок/ },
  { name: 'purchased cars', email: 'client@demo.seri', path: '/purchased-cars', shows: /Purchased|Купленные/ },
  { name: 'payments', email: 'client@demo.seri', path: '/payments', shows: /Deposit|Депозит/ },
  { name: 'profile', email: 'client@demo.seri', path: '/profile', shows: /Anna Petrova/ },
  {
    name: 'bid manager',
    email: 'manager@demo.seri',
    path: '/bid-manager',
    shows: /Bid Manager|Bid manager|Менеджер ставок/,
  },
];

for (const { name, email, path, shows } of SCREENS) {
  test(`${name}: complete, without a finding of axe, without a sideways scroll @phone`, async ({
    page,
    signIn,
    findsNothing,
  }, info) => {
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    if (info.project.name === 'phone') await speakRussian(page);
    if (email) await signIn(page, email);
    await page.goto(path);
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
    await settled(page);
    await findsNothing(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(failures.filter((text) => !text.includes('401'))).toEqual([]);
  });
}

const speakRussian: Visit = async (page) => {
  await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
};

const settled: Visit = async (page) => {
  await page.waitForLoadState('networkidle');
};
