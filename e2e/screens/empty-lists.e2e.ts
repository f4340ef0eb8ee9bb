import { expect, portalTest as test } from '../fixtures/fixtures.ts';

const PAGES_WITHOUT_LOTS = ['car-auction', 'oneprice', 'sales-statistic', 'bike-auctions', 'bike-statistics'];

/** Texts of empty lists, without data or without matches of a filter. */
const EMPTY_LISTS = {
  client: [
    ...PAGES_WITHOUT_LOTS.map((path) => [path, 'No lots are listed yet'] as const),
    ['favorites/A', 'Group A is empty'],
    ['bids', 'No bids yet'],
    ['bids?lotNo=77', 'No bids match'],
    ['archive-bids', 'The history is empty'],
    ['archive-bids?lotNo=77', 'No bids match'],
    ['purchased-cars', 'No purchased cars yet'],
    ['purchased-cars?qSearch=77', 'No cars match'],
    ['payments', 'No payments yet'],
    ['payments?qSearch=77', 'No payments match'],
  ],
  manager: [
    ['bid-manager', 'No bids to work on'],
    ['bid-manager?lotNo=77', 'No bids match'],
    ['archive-bids', 'The history is empty'],
  ],
} as const;

for (const role of ['client', 'manager'] as const) {
  // @covers OTHER-08
  test(`every list shows a new ${role} of a new portal that it is empty`, async ({
    page,
    signIn,
    person,
    findsNothing,
  }) => {
    const { email, password } = await person({ role });
    await signIn(page, email, password);
    for (const [path, says] of EMPTY_LISTS[role]) {
      await page.goto(`/${path}`);
      await expect(page.getByRole('main').getByRole('heading', { name: says }), path).toBeVisible();
    }
    await findsNothing(page);
  });
}
