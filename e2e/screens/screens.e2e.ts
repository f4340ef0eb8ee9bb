import { expect, test } from '../fixtures/fixtures.ts';
import { complaintsOf } from '../fixtures/listing.ts';

interface Screen {
  name: string;
  path: string;
  /** Text that shows in either language that it is open. */
  shows: RegExp;
}

/** Screens by account; listings and lot screens have their own files. */
const SCREENS: { title: string; email: string | null; screens: Screen[] }[] = [
  {
    title: 'log in',
    email: null,
    screens: [{ name: 'log in', path: '/auth/login', shows: /Look around as|Осмотритесь как/ }],
  },
  {
    title: 'bids, bid history, purchased cars and payments of a client',
    email: 'client@demo.seri',
    screens: [
      { name: 'my bids', path: '/bids', shows: /My Bids|Мои ставки/ },
      { name: 'bid history', path: '/archive-bids', shows: /Bid History|История ставок/ },
      { name: 'purchased cars', path: '/purchased-cars', shows: /Purchased|Купленные/ },
      { name: 'payments', path: '/payments', shows: /Deposit|Депозит/ },
    ],
  },
  {
    title: 'bid manager',
    email: 'manager@demo.seri',
    screens: [{ name: 'bid manager', path: '/bid-manager', shows: /Bid Manager|Bid manager|Менеджер ставок/ }],
  },
];

for (const { title, email, screens } of SCREENS) {
  // @covers MGMT-04, SHELL-07, SHELL-24
  test(`${title}: complete, without axe findings, without a sideways scroll @phone`, async ({
    page,
    signIn,
    findsNothing,
  }, info) => {
    const complaints = complaintsOf(page);
    if (info.project.name === 'phone') await page.addInitScript(() => localStorage.setItem('seri.language', 'ru'));
    if (email) await signIn(page, email);
    for (const { name, path, shows } of screens) {
      await test.step(name, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
        await expect(page.getByRole('main').getByRole('status', { name: /^(Loading|Загру)/ })).toHaveCount(0);
        await findsNothing(page);
      });
    }
    expect(complaints).toEqual([]);
  });
}
