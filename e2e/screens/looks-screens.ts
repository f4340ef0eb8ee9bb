import type { Page } from '@playwright/test';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';

export interface Screen {
  name: string;
  email: string | null;
  path: string | ((page: Page) => Promise<string>);
  /** Other roles with the screen, which may see more or less of it. */
  also?: string[];
  /** Steps of a person before the screen is complete. */
  ready?: (page: Page) => Promise<void>;
  /** Undoes changes that later screens would show. */
  after?: (page: Page) => Promise<void>;
  /** The only widths in px at which it exists. */
  widths?: number[];
}

export const emailsOf = ({ email, also = [] }: Screen): (string | null)[] => [email, ...also];

export const CLIENT = 'client@demo.seri';
const AMONG: Record<PageType, string> = {
  'car-auction': '?maker=TOYOTA&model=PRIUS&condition=4.5',
  stock: '',
  stats: '?maker=TOYOTA&model=PRIUS',
  bikes: '',
  'bike-stats': '',
};
const DEALER = 'dealer@demo.seri';
export const MANAGER = 'manager@demo.seri';
let code = '';

async function firstLot(page: Page, pageType: PageType): Promise<string> {
  const answer = await (await page.request.get(`${PAGES[pageType].listing.path}${AMONG[pageType]}`)).json();
  const lots = (answer.carsList ?? answer.bikeList) as { id: string; auctionName: string }[];
  // Lots of the demo auction house are sold meanwhile.
  return (lots.find(({ auctionName }) => auctionName !== 'Seri Demo Hall') ?? lots[0])?.id ?? '';
}

export const lotOf = (pageType: PageType) => async (page: Page) =>
  `/${PAGE_RULES[pageType].path}/${await firstLot(page, pageType)}`;

async function compared(page: Page): Promise<string> {
  const lots = await Promise.all(
    (['car-auction', 'stats', 'stock', 'bikes'] as const).map(
      async (type) => `lot=${type}:${await firstLot(page, type)}`,
    ),
  );
  return `/compare?${lots.join('&')}`;
}

async function favoritesPath(page: Page): Promise<string> {
  for (const type of ['car-auction', 'bikes'] as const)
    await page.request.post('/v1/favorite/add', { data: { group: 'C', carId: await firstLot(page, type), type } });
  return '/favorites/C';
}

async function sharedLot(page: Page): Promise<string> {
  const carId = await firstLot(page, 'car-auction');
  const answer = await page.request.get(`/v1/auction/password?carId=${carId}&auctionType=main`);
  const { shareId, password } = (await answer.json()) as { shareId: string; password: string };
  code = password;
  return `/car-auction/share/${shareId}`;
}

async function typeCode(page: Page): Promise<void> {
  const field = page.getByRole('textbox').first();
  await field.or(page.locator('h2').first()).first().waitFor();
  if (!(await field.isVisible())) return;
  await field.fill(code);
  await page.getByRole('button', { name: /^(Show the lot|Показать лот)$/ }).click();
  await field.waitFor({ state: 'hidden' });
}

/** A dialog of the manager's list, opened for its first bid: by keyboard if possible, else by the card's button. */
const onFirstBid =
  (key: string, name: RegExp) =>
  async (page: Page): Promise<void> => {
    const bid = page.locator('[data-bid]').first();
    await bid.waitFor();
    const onCard = bid.getByRole('button', { name }).filter({ visible: true }).first();
    if (await page.getByRole('table').isVisible()) {
      await page.keyboard.press('j');
      await page.keyboard.press(key);
    } else await onCard.click();
    await page.getByRole('dialog').waitFor();
  };

async function firstPurchase(page: Page): Promise<string> {
  await page.goto('/purchased-cars');
  return (await page.locator('a[href^="/purchased-cars/"]').first().getAttribute('href')) ?? '';
}

export const SCREENS: Screen[] = [
  { name: 'log-in', email: null, path: '/auth/login' },
  { name: 'sign-up', email: null, path: '/auth/sign-up' },
  { name: 'forgot-password', email: null, path: '/auth/forgot-password' },
  { name: 'reset-link-invalid', email: null, path: '/auth/change-password' },
  { name: 'verify-link-invalid', email: null, path: '/verify-email' },
  { name: 'demo-mail', email: null, path: '/demo/mail' },
  { name: 'listing', email: CLIENT, also: [DEALER, MANAGER], path: '/car-auction' },
  { name: 'listing-filtered', email: CLIENT, path: '/car-auction?maker=TOYOTA&model=PRIUS&yearFrom=2015' },
  { name: 'listing-empty', email: CLIENT, path: '/car-auction?search=lotNo-9999999' },
  { name: 'oneprice', email: CLIENT, also: [DEALER, MANAGER], path: '/oneprice' },
  { name: 'car-statistics', email: CLIENT, also: [MANAGER], path: '/sales-statistic?maker=TOYOTA&model=PRIUS' },
  { name: 'bike-auctions', email: CLIENT, also: [MANAGER], path: '/bike-auctions' },
  { name: 'bike-statistics', email: CLIENT, path: '/bike-statistics' },
  { name: 'lot', email: CLIENT, also: [DEALER, MANAGER], path: lotOf('car-auction') },
  { name: 'lot-restricted', email: 'restricted@demo.seri', path: lotOf('car-auction') },
  { name: 'lot-stock', email: CLIENT, path: lotOf('stock') },
  { name: 'lot-sold', email: CLIENT, also: [MANAGER], path: lotOf('stats') },
  { name: 'lot-bike', email: CLIENT, path: lotOf('bikes') },
  { name: 'lot-bike-sold', email: CLIENT, path: lotOf('bike-stats') },
  { name: 'compare', email: CLIENT, path: compared },
  { name: 'passport', email: CLIENT, path: async (page) => `/passport/stats/${await firstLot(page, 'stats')}` },
  { name: 'favorites', email: CLIENT, path: favoritesPath },
  { name: 'favorites-empty', email: CLIENT, path: '/favorites/E' },
  { name: 'share-code', email: CLIENT, path: sharedLot },
  { name: 'share', email: CLIENT, path: sharedLot, ready: typeCode },
  { name: 'my-bids', email: CLIENT, also: [DEALER], path: '/bids' },
  { name: 'bid-history', email: CLIENT, also: [DEALER], path: '/archive-bids' },
  { name: 'purchased-cars', email: CLIENT, also: [DEALER], path: '/purchased-cars' },
  { name: 'purchased-car', email: CLIENT, path: firstPurchase },
  { name: 'payments', email: CLIENT, also: [DEALER], path: '/payments' },
  { name: 'notifications', email: CLIENT, also: [DEALER, MANAGER], path: '/notifications' },
  { name: 'dealer-bids', email: DEALER, path: '/dealer-bids' },
  { name: 'profile', email: DEALER, also: [CLIENT, MANAGER], path: '/profile' },
  { name: 'change-password', email: DEALER, path: '/change-password' },
  { name: 'balance', email: DEALER, also: [CLIENT], path: '/balance' },
  { name: 'second-factor-setup', email: DEALER, path: '/second-factor' },
  { name: 'how-to-buy', email: DEALER, path: '/how-to-buy' },
  { name: 'about', email: null, path: '/about' },
  { name: 'terms', email: null, path: '/terms' },
  { name: 'bid-manager', email: MANAGER, path: '/bid-manager' },
  { name: 'bid-manager-archive', email: MANAGER, path: '/archive-bids' },
  { name: 'bid-day', email: MANAGER, path: '/bid-manager/day' },
  {
    name: 'bid-edit',
    email: MANAGER,
    path: '/bid-manager?bidStatus=1',
    ready: onFirstBid('e', /^(Edit the bid|Изменить ставку)/),
  },
  { name: 'chat', email: MANAGER, path: '/bid-manager?bidStatus=1', ready: onFirstBid('c', /^(Chat|Чат)/) },
  { name: 'clients', email: MANAGER, path: '/bid-manager/clients' },
  { name: 'client', email: MANAGER, path: '/bid-manager/clients/2' },
  { name: 'deposits', email: MANAGER, path: '/bid-manager/deposits' },
  { name: 'feed-names', email: MANAGER, path: '/bid-manager/names' },
  { name: 'feed-words', email: MANAGER, path: '/bid-manager/words?state=standard' },
  { name: 'feed-imports', email: MANAGER, path: '/bid-manager/imports' },
  { name: 'client-money', email: MANAGER, path: '/bid-manager/deposits/2' },
  { name: 'purchases', email: MANAGER, path: '/bid-manager/purchases' },
  { name: 'estimates', email: MANAGER, path: '/bid-manager/estimates' },
  { name: 'purchase', email: MANAGER, path: '/bid-manager/purchases/1' },
  { name: 'not-found', email: CLIENT, path: '/no-such-page' },
];
